import { identifierOf, lookup } from './_completions_posix.js';

function zshScript(program) {
  const id = identifierOf(program.name);
  return `#compdef ${program.name}
# Completions of ${program.name} for zsh, written by toolcli.

# Sets what there is to say of a command ($1) and a flag of it ($2).
${id}_look() {
  flags=() values=() choices=() flag_notes=() choice_notes=() bare= files=
  case "$1" in
${lookup(program, { notes: true })}  esac
}

${id}() {
  local -a typed flags values choices flag_notes choice_notes shown
  typed=("\${(@Q)words[2,CURRENT-1]}")
  local current=$words[CURRENT] command= flag= bare= files= given= word at
  for word in "\${typed[@]}"; do
    if [[ -n $flag ]]; then
      flag=
    elif [[ $word == -?* ]]; then
      [[ $word == --* ]] || word=-$word
      ${id}_look "$command" "$word"
      [[ $word == *=* || -n $bare ]] || flag=$word
    elif [[ -z $command ]]; then
      command=$word
    else
      given=1
    fi
  done
  if [[ -z $flag && $current == --*=* ]]; then
    flag=\${current%%=*}
    compset -P 1 '*='
  fi
  ${id}_look "$command" "$flag"
  if [[ -n $flag ]]; then
    if (( $#values )); then compadd -a values; elif [[ -n $files ]]; then _files; fi
  elif [[ $current == -* ]]; then
    for ((at = 1; at <= $#flags; at++)); do
      shown[at]="$flags[at]\${flag_notes[at]:+  -- $flag_notes[at]}"
    done
    compadd -l -d shown -a flags
  elif (( $#choices )) && [[ -z $given ]]; then
    for ((at = 1; at <= $#choices; at++)); do
      shown[at]="$choices[at]\${choice_notes[at]:+  -- $choice_notes[at]}"
    done
    compadd -l -d shown -a choices
  elif [[ -n $files ]]; then
    _files
  fi
}

# In fpath this file is the function that completes; otherwise it is read once.
if (( \${+compstate} )); then
  ${id} "$@"
else
  compdef ${id} ${program.name}
fi
`;
}

export { zshScript };

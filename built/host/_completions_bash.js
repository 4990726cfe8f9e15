import { identifierOf, lookup, quoted } from './_completions_posix.js';

function bashScript(program) {
  const id = identifierOf(program.name);
  return `# Completions of ${program.name} for bash, written by toolcli.

# Sets what there is to say of a command ($1) and a flag of it ($2).
${id}_look() {
  flags=() values=() choices=() bare=
  case $1 in
${lookup(program, { notes: false })}  esac
}

${id}() {
  local -a typed=() flags=() values=() choices=() found=()
  local command= flag= bare= word joined= at
  # Bash takes words apart at some characters: what stood together is joined.
  for ((at = 1; at <= COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    if [[ \${#typed[@]} -gt 0 && ( $joined || $word == [=:]* ) ]]; then
      typed[\${#typed[@]}-1]+=$word
    else
      typed+=("$word")
    fi
    [[ $word == *[=:] && $word == [=:]* ]] && joined=1 || joined=
  done
  local current=\${typed[\${#typed[@]}-1]}
  for ((at = 0; at < \${#typed[@]} - 1; at++)); do
    word=\${typed[at]}
    if [[ $flag ]]; then
      flag=
    elif [[ $word == -?* ]]; then
      [[ $word == --* ]] || word=-$word
      ${id}_look "$command" "$word"
      [[ $word == *=* || $bare ]] || flag=$word
    elif [[ ! $command ]]; then
      command=$word
    fi
  done
  local lead=
  if [[ ! $flag && $current == --*=* ]]; then
    flag=\${current%%=*} lead=$flag=
  fi
  ${id}_look "$command" "$flag"
  if [[ $flag ]]; then
    found=("\${values[@]}")
  elif [[ $current == -* ]]; then
    found=("\${flags[@]}")
  else
    found=("\${choices[@]}")
  fi
  # What of the current word stays as it is.
  local kept=
  if [[ $COMP_WORDBREAKS == *=* && $current == *=* ]]; then kept=\${current%"\${current##*=}"}; fi
  if [[ $COMP_WORDBREAKS == *:* && $current == *:* ]]; then
    word=\${current%"\${current##*:}"}
    [[ \${#word} -gt \${#kept} ]] && kept=$word
  fi
  COMPREPLY=()
  for word in "\${found[@]}"; do
    if [[ $current == [\\'\\"]* ]]; then
      # Inside of quotes, only what is the same with and without them.
      [[ $word =~ ^[A-Za-z0-9_./\\ -]+$ ]] || continue
      [[ $word == "\${current:1}"* ]] && COMPREPLY+=("$word")
      continue
    fi
    printf -v word %q "$word"
    word=$lead$word
    [[ $word == "$current"* ]] && COMPREPLY+=("\${word#"$kept"}")
  done
}

complete -o default -F ${id} ${quoted(program.name)}
`;
}

export { bashScript };

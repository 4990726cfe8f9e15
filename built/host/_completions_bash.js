import { identifierOf, lookup, quoted } from './_completions_posix.js';

function bashScript(program) {
  const id = identifierOf(program.name);
  return `# Completions of ${program.name} for bash, written by toolcli.

# Sets what there is to say of a command ($1) and a flag of it ($2).
${id}_look() {
  flags=() values=() choices=() bare= files=
  case $1 in
${lookup(program, { notes: false })}  esac
}

# Sets word to a word ($1) without its quotes, and runs nothing of it.
${id}_unquote() {
  local text=$1 double= part
  word=
  while [[ $text ]]; do
    part=\${text%%[\\'\\"\\\\\\$]*}
    word+=$part text=\${text:\${#part}}
    case $double$text in
      1\\\\[\\"\\\\\\$\\\`]*) word+=\${text:1:1} text=\${text:2} ;;
      1\\"*) double= text=\${text:1} ;;
      1*) word+=\${text:0:1} text=\${text:1} ;;
      \\\\*) word+=\${text:1:1} text=\${text:2} ;;
      \\"*) double=1 text=\${text:1} ;;
      \\'*)
        text=\${text:1} part=\${text%%\\'*}
        word+=$part text=\${text:\${#part}+1}
        ;;
      \\$\\'*)
        text=\${text:2} part=
        while [[ $text && $text != \\'* ]]; do
          [[ $text == \\\\* ]] && part+=\${text:0:1} text=\${text:1}
          part+=\${text:0:1} text=\${text:1}
        done
        printf -v part %b "\${part//\\\\\\'/\\'}"
        word+=$part text=\${text:1}
        ;;
      *) word+=\${text:0:1} text=\${text:1} ;;
    esac
  done
}

${id}() {
  local -a typed=() flags=() values=() choices=() found=()
  local command= given= flag= bare= files= word joined= at
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
    ${id}_unquote "\${typed[at]}"
    if [[ $flag ]]; then
      flag=
    elif [[ $word == -?* ]]; then
      [[ $word == --* ]] || word=-$word
      ${id}_look "$command" "$word"
      [[ $word == *=* || $bare ]] || flag=$word
    elif [[ ! $command ]]; then
      command=$word
    else
      given=1
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
    found=("\${flags[@]}") files=
  elif [[ ! $given && \${#choices[@]} -gt 0 ]]; then
    found=("\${choices[@]}") files=
  fi
  [[ $flag && \${#values[@]} -gt 0 ]] && files=
  # Bash offers files where nothing is found; the one of macOS cannot be told not to.
  [[ $files ]] || compopt +o default 2>/dev/null
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

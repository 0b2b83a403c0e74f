import type { CompletionNode } from './completion-words.ts'

/** A completion script for bash, with one case for each path of command words. */
export function bashCompletion(nodes: readonly CompletionNode[]): string {
  const words = nodes.map(
    ({ path, words, options, takesFiles, kind }) =>
      `    ${JSON.stringify(path)}) words=${quoted(words)}; options=${quoted(options)}${takesFiles ? '; files=1' : ''}${kind ? `; kind=${kind}` : ''} ;;`,
  )
  const values = nodes.flatMap(({ path, options }) =>
    options
      .filter(({ values, kind }) => kind !== undefined || (values?.length ?? 0) > 0)
      .map(
        ({ word, values, kind }) =>
          `    ${JSON.stringify(`${path} ${word}`)}) ${kind ? `_fiq_words ${kind}` : `COMPREPLY=($(compgen -W ${JSON.stringify(values!.join(' '))} -- "$current"))`}; return ;;`,
      ),
  )
  const paths = nodes.filter(({ path }) => path !== '').map(({ path }) => JSON.stringify(path))
  return `# bash completion of fiq
_fiq_words() {
  local typed="\${COMP_LINE:0:COMP_POINT}" word before
  typed="\${typed##*[[:space:]]}"
  # Bash replaces only the part behind the last of these characters, e.g. of @tech.
  before="\${typed%"\${typed##*[@:=]}"}"
  COMPREPLY=()
  while IFS= read -r word; do
    if [[ "$word" == "$typed"* ]]; then COMPREPLY+=("\${word#"$before"}"); fi
  done < <(fiq completion bash --words "$1" --typed="$typed" 2>/dev/null)
}
_fiq() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local path="" words="" options="" files="" kind="" word index
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    case "\${path:+$path }$word" in
    ${paths.join('|')}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path $previous" in
${values.join('\n')}
  esac
  case "$path" in
${words.join('\n')}
  esac
  if [[ "$previous" == --* ]]; then files=1; fi
  if [[ "$current" == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$current"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    if [[ -n "$kind" ]]; then _fiq_words "$kind"; fi
    COMPREPLY+=(\${files:+$(compgen -f -- "$current")})
  fi
}
complete -o filenames -F _fiq fiq`
}

function quoted(words: readonly { word: string }[]): string {
  return JSON.stringify(words.map(({ word }) => word).join(' '))
}

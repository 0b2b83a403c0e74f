import { shellWord } from '@fiq/shared/shell-word'
import type { CompletionNode, CompletionWord } from './completion-words.ts'

/** A completion script for zsh, with a description of each word. */
export function zshCompletion(nodes: readonly CompletionNode[]): string {
  const cases = nodes.map(
    ({ path, words, options, takesFiles, kind }) => `    ${shellWord(path)})
      choices=(${words.map(described).join(' ')})
      options=(${options.map(described).join(' ')})${takesFiles ? '; files=1' : ''}${kind ? `; kind=${kind}` : ''} ;;`,
  )
  const values = nodes.flatMap(({ path, options }) =>
    options
      .filter(({ values, kind }) => kind !== undefined || (values?.length ?? 0) > 0)
      .map(
        ({ word, values, kind }) =>
          `    ${shellWord(`${path} ${word}`)}) ${kind ? `_fiq_words ${kind}` : `compadd -- ${values!.join(' ')}`}; return ;;`,
      ),
  )
  const paths = nodes.filter(({ path }) => path !== '').map(({ path }) => shellWord(path))
  return `#compdef fiq
# zsh completion of fiq
_fiq_words() {
  compadd -- \${(f)"$(fiq completion zsh --words "$1" --typed="$PREFIX" 2>/dev/null)"}
}
_fiq() {
  local here="" word files="" kind=""
  # Not words: that is the line as zsh hands it over.
  local -a words_before choices options
  words_before=("\${(@)words[2,CURRENT-1]}")
  for word in "\${words_before[@]}"; do
    case "\${here:+$here }$word" in
    ${paths.join('|')}) here="\${here:+$here }$word" ;;
    esac
  done
  case "$here \${words_before[-1]}" in
${values.join('\n')}
  esac
  local typed="\${PREFIX}"
  case "$here" in
${cases.join('\n')}
  esac
  if [[ "$typed" == -* ]]; then _describe -o 'option' options
  elif (( \${#choices} )); then _describe 'command' choices
  else
    if [[ -n "$kind" ]]; then _fiq_words "$kind"; fi
    if [[ -n "$files" || "\${words_before[-1]}" == --* ]]; then _files; fi
  fi
}
if [[ "\${funcstack[1]}" == _fiq ]]; then _fiq "$@"; else compdef _fiq fiq; fi`
}

function described({ word, meaning }: CompletionWord): string {
  return shellWord(meaning === '' ? word : `${word.replaceAll(':', '\\:')}:${meaning}`)
}

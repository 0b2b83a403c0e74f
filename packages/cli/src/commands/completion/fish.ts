import type { WordKind } from '../../command-line/declaration.ts'
import type { CompletionNode } from './completion-words.ts'

/** A completion script for fish: one line for each word, with its description. */
export function fishCompletion(nodes: readonly CompletionNode[]): string {
  const lines = nodes.flatMap(({ path, words, options, takesFiles, kind }) => {
    const condition = `-n '__fiq_at "${path}"'`
    return [
      ...(takesFiles ? [] : [`complete -c fiq ${condition} -f`]),
      ...(kind ? [`complete -c fiq ${condition} -f -a ${offered(kind)}`] : []),
      ...words.map(
        ({ word, meaning }) =>
          `complete -c fiq ${condition} -f -a ${single(word)} -d ${single(meaning)}`,
      ),
      ...options.map(({ word, meaning, values, kind: ofOption }) => {
        const usedWords =
          ofOption !== undefined
            ? ` -x -a ${offered(ofOption)}`
            : values === undefined
              ? ''
              : values.length > 0
                ? ` -x -a ${single(values.join(' '))}`
                : ' -r -F'
        return `complete -c fiq ${condition} -l ${word.slice(2)}${usedWords} -d ${single(meaning)}`
      }),
    ]
  })
  const paths = nodes.filter(({ path }) => path !== '').map(({ path }) => single(path))
  return `# fish completion of fiq
function __fiq_at
    set -l here ""
    for word in (commandline -opc)[2..-1]
        set -l longer (string trim "$here $word")
        if contains -- $longer ${paths.join(' ')}
            set here $longer
        end
    end
    test "$here" = "$argv[1]"
end
${lines.join('\n')}`
}

/** A command substitution that fish runs when the user presses Tab. */
function offered(kind: WordKind): string {
  return single(`(fiq completion fish --words ${kind} --typed=(commandline -ct) 2>/dev/null)`)
}

function single(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

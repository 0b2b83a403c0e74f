import type { Declaration, OptionDeclaration, WordKind } from '../../command-line/declaration.ts'
import { shownOptions } from '../../command-line/help-texts/command-help.ts'

/** The words that can follow a path of command words. */
export type CompletionNode = {
  /** Words after the program's name, e.g. `wallet create`; empty for the program itself. */
  path: string
  /** Subcommands, or the choices of the first argument. */
  words: readonly CompletionWord[]
  options: readonly CompletionOption[]
  /** Whether a file name can follow. */
  takesFiles: boolean
  /** The words of this machine that can follow. */
  kind?: WordKind | undefined
}

export type CompletionWord = { word: string; meaning: string }
export type CompletionOption = CompletionWord & {
  /** Values of an option; an empty list means any value, `undefined` none. */
  values: readonly string[] | undefined
  /** The words of this machine that are its values. */
  kind?: WordKind | undefined
}

/** Everything that a shell can complete, from the declarations, including global options. */
export function completionWords(
  declarations: readonly Declaration[],
  globals: readonly OptionDeclaration[],
): readonly CompletionNode[] {
  const shared = globals.map(optionOf)
  const walk = (path: readonly string[], inner: readonly Declaration[]): CompletionNode[] =>
    inner.flatMap((declaration) => {
      const here = [...path, declaration.name]
      return [
        {
          path: here.join(' '),
          words: wordsOf(declaration),
          options: [...shownOptions(declaration).map(optionOf), ...shared],
          takesFiles: declaration.arguments?.some(({ takesFile }) => takesFile) === true,
          kind: declaration.arguments?.[0]?.completes,
        },
        ...walk(here, declaration.commands ?? []),
      ]
    })
  const commands = declarations.map(({ name, summary }) => ({ word: name, meaning: summary }))
  return [
    { path: '', words: commands, options: shared, takesFiles: false },
    ...walk([], declarations),
  ]
}

function wordsOf({ commands, arguments: words }: Declaration): readonly CompletionWord[] {
  if (commands) return commands.map(({ name, summary }) => ({ word: name, meaning: summary }))
  return (words?.[0]?.choices ?? []).map((word) => ({ word, meaning: '' }))
}

function optionOf({ flags, description, choices, completes }: OptionDeclaration): CompletionOption {
  const word = /--[\w-]+/.exec(flags)?.[0] ?? flags
  const values = choices ?? (/[<[]/.test(flags) ? [] : undefined)
  return { word, meaning: description, values, kind: completes }
}

import type { AllCommands, ParsedArguments, WordKind } from '../../command-line/declaration.ts'
import { globalOptions } from '../../command-line/global-options.ts'
import { argumentOf, optionOf } from '../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../compose/context.ts'
import { bashCompletion } from './bash.ts'
import { completionWords } from './completion-words.ts'
import { fishCompletion } from './fish.ts'
import { machineWords } from './machine-words.ts'
import { zshCompletion } from './zsh.ts'

/** Prints the script unchanged also in a pipe, from which shells read it. */
export async function run(
  context: CliContext,
  args: ParsedArguments,
  allCommands: AllCommands,
): Promise<void> {
  const { output } = context
  const kind = optionOf(args, 'words')
  if (kind !== undefined) {
    const words = await machineWords(kind as WordKind, optionOf(args, 'typed') ?? '', context)
    if (words.length > 0) output.text(words.join('\n'))
    return
  }
  const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }
  const script = scripts[argumentOf(args, 'shell') as keyof typeof scripts]
  output.text(script(completionWords(await allCommands(), globalOptions)))
}

import { FiqError } from '@fiq/shared/errors'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import type { AllCommands, ParsedArguments } from '../../command-line/declaration.ts'
import { globalOptions } from '../../command-line/global-options.ts'
import { argumentOf } from '../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../compose/context.ts'
import { bashCompletion } from './bash.ts'
import { completionWords } from './completion-words.ts'
import { fishCompletion } from './fish.ts'
import { zshCompletion } from './zsh.ts'

/** Prints the script unchanged also in a pipe, from which shells read it. */
export async function run(
  { output }: CliContext,
  args: ParsedArguments,
  allCommands: AllCommands,
): Promise<void> {
  const shell = argumentOf(args, 'shell')
  const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }
  if (!Object.hasOwn(scripts, shell))
    throw new FiqError('USAGE', `There is no completion for "${shell.slice(0, 40)}".`, {
      facts: [...didYouMean(shell, Object.keys(scripts)), 'Shells: bash, zsh, fish'],
    })
  const script = scripts[shell as keyof typeof scripts]
  output.text(script(completionWords(await allCommands(), globalOptions)))
}

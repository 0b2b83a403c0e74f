import { FiqError } from '@fiq/shared/errors'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import type { AllCommands, ParsedArguments } from '../../command-line/declaration.ts'
import { topics } from '../../command-line/help/topics.ts'
import { oldTopics, topicNames } from '../../command-line/help-texts/topic-names.ts'
import { argumentOf } from '../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../compose/context.ts'

/** Prints help topics. Help on commands is printed before a command runs. */
export async function run(
  { output }: CliContext,
  args: ParsedArguments,
  allCommands: AllCommands,
): Promise<void> {
  const word = argumentOf(args, 'topic')
  const name = topicNames.find((topic) => topic === word) ?? oldTopics[word]
  if (name) {
    const { value, view } = topics[name]
    return output.print({ value, view })
  }
  const names = (await allCommands()).map((command) => command.name)
  throw new FiqError('USAGE', `There is no help for "${word.slice(0, 60)}".`, {
    facts: [...didYouMean(word, [...topicNames, ...names]), `Topics: ${topicNames.join(', ')}`],
    remedy: 'fiq help lists the commands.',
  })
}

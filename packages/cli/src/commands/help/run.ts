import { FiqError } from '@fiq/shared/errors'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import type { CliContext } from '../../context.ts'
import type { Given } from '../declaration.ts'
import { argumentOf } from '../given.ts'
import { topicNames } from './topic-names.ts'
import { topics } from './topics.ts'

/** Topics only: help on commands is printed before any command is run. */
export async function run({ output }: CliContext, given: Given): Promise<void> {
  const word = argumentOf(given, 'topic')
  const name = topicNames.find((topic) => topic === word)
  if (name) {
    const { value, view } = topics[name]
    return output.print({ value, view })
  }
  throw new FiqError('USAGE', `There is no help on "${word.slice(0, 60)}".`, {
    facts: [...didYouMean(word, topicNames), `Topics: ${topicNames.join(', ')}`],
    remedy: 'fiq --help lists the commands.',
  })
}

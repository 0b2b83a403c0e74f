import { FiqError } from '@fiq/shared/errors'
import type { CliContext } from '../../context.ts'
import type { Given } from '../declaration.ts'
import { argumentOf } from '../given.ts'
import { nearest } from '../nearest.ts'
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
  const near = nearest(word, topicNames)
  throw new FiqError('USAGE', `There is no help on "${word.slice(0, 60)}".`, {
    facts: [...(near ? [`Did you mean ${near}?`] : []), `Topics: ${topicNames.join(', ')}`],
    remedy: 'fiq --help lists the commands.',
  })
}

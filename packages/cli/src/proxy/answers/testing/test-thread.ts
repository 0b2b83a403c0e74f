import { parentPort } from 'node:worker_threads'
import { FiqError } from '@fiq/shared/errors'
import { answerOrders } from '../thread-lane.ts'

/** A thread that doubles numbers, and fails in the ways that threads fail. */
answerOrders(parentPort, (order: number | string) => {
  if (order === 'refuse')
    throw new FiqError('BAD_INPUT', 'No.', { facts: ['Fact: 1'], remedy: 'Do.', funds: 'spent' })
  if (order === 'fail') throw new TypeError('a fault')
  if (order === 'end') process.exit(3)
  return Number(order) * 2
})

import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import type { ExecutionOutcome, GrantedRequest } from '../execution/execute.ts'
import type { FetchBudget } from '../sources/budgeted-context.ts'
import { answerLimits } from '../storage/payments/payment-record.ts'
import { createLargeMaking } from './large/large-making.ts'
import { createRehearsal } from './rehearse.ts'

/** An operation is represented by the bytes of its answer. */
const operation = (bytes: number) => ({ bytes }) as unknown as GrantedRequest
const bytesOf = (priced: GrantedRequest) => (priced as unknown as { bytes: number }).bytes
const answered: ExecutionOutcome = { data: { a: 1 }, sources: [], warnings: [] }
const turn = () => new Promise((resolve) => setImmediate(resolve))

function scene() {
  const begun: number[] = []
  const ends: ((outcome?: Error | ExecutionOutcome) => void)[] = []
  const state: { isResting: boolean; budget?: FetchBudget } = { isResting: true }
  const making = createLargeMaking(1_000, 8, () => {})
  const rehearse = createRehearsal({
    usesRestingSource: () => state.isResting,
    async run(priced, budget) {
      begun.push(bytesOf(priced))
      await budget?.spend().catch(() => {})
      const { promise, resolve, reject } = Promise.withResolvers<ExecutionOutcome>()
      ends.push((outcome = answered) =>
        outcome instanceof Error ? reject(outcome) : resolve(outcome),
      )
      return promise
    },
    budgetOf: () => state.budget,
    bytesOf,
    making,
    record: { limits: { ...answerLimits, answerBytesMax: 100 } },
  })
  return { begun, ends, state, making, rehearse }
}

test('default: executes nothing unless a source is paused', async () => {
  const { begun, state, rehearse } = scene()
  state.isResting = false
  await rehearse(operation(7), { address: '192.0.2.1' })
  expect(begun).toEqual([])
})

test('behavior: one address rehearses one operation at a time; others do not wait for it', async () => {
  const { begun, ends, rehearse } = scene()
  const all = [1, 2].map((bytes) => rehearse(operation(bytes), { address: '192.0.2.1' }))
  all.push(rehearse(operation(3), { address: '192.0.2.2' }), rehearse(operation(4)))
  await turn()
  expect(begun.toSorted()).toEqual([1, 3, 4])
  for (const end of ends.splice(0)) end()
  await turn()
  expect(begun).toContain(2)
  for (const end of ends.splice(0)) end()
  await Promise.all(all)
})

test('behavior: large rehearsals of many addresses wait for the memory of large answers', async () => {
  const { begun, ends, rehearse, making } = scene()
  const paid = Promise.withResolvers<void>()
  const answer = making.run(600, () => paid.promise)
  const all = [500, 100, 500].map((bytes, n) =>
    rehearse(operation(bytes), { address: `192.0.2.${n}` }),
  )
  await turn()
  expect(begun).toEqual([100])
  // Rehearsals do not fill the queue of paid answers, and a paid one goes before them.
  expect(making.isFull()).toBe(false)
  const second = making.run(600, () => paid.promise)
  paid.resolve()
  await Promise.all([answer, second])
  await turn()
  expect(begun).toEqual([100, 500, 500])
  for (const end of ends.splice(0)) end()
  await Promise.all(all)
})

test('error: beyond eight large rehearsals that wait, the next is refused, and paid answers are not', async () => {
  const { ends, rehearse, making } = scene()
  const all = Array.from({ length: 9 }, (_, n) =>
    rehearse(operation(1_000), { address: `192.0.2.${n}` }),
  )
  await turn()
  await expect(rehearse(operation(1_000), { address: '192.0.2.99' })).rejects.toMatchObject({
    code: 'SERVER_BUSY',
    status: 503,
  })
  expect(making.isFull()).toBe(false)
  const paid = making.run(1_000, async () => 'paid')
  await turn()
  ends.shift()!()
  expect(await paid).toBe('paid')
  for (const _ of all) {
    await turn()
    ends.shift()?.()
  }
  await Promise.all(all)
})

test('error: a rehearsal beyond the budget of its address is refused by the budget', async () => {
  const over = new FiqError('RATE_LIMITED', 'over the budget')
  const refused: ExecutionOutcome = {
    data: { a: null },
    errors: [{ message: 'over the budget', extensions: { code: 'RATE_LIMITED' } }],
    sources: [],
    warnings: [],
  }
  const { ends, rehearse, state } = scene()
  state.budget = { spend: () => Promise.reject(over), refund: async () => {} }
  const rehearsed = rehearse(operation(1), { address: '192.0.2.1' })
  rehearsed.catch(() => {})
  await turn()
  ends.shift()!(refused)
  await expect(rehearsed).rejects.toBe(over)
})

test('error: a rehearsal that fails refuses its payment only', async () => {
  const { ends, rehearse } = scene()
  const both = [1, 2].map((bytes) => rehearse(operation(bytes), { address: '192.0.2.1' }))
  await turn()
  ends.shift()!(new Error('down'))
  await expect(both[0]).rejects.toThrow('down')
  await turn()
  ends.shift()!()
  await both[1]
})

import { expect, test } from 'vitest'
import { answerOnCredits } from './answer-on-credits.ts'
import { createInFlight } from './in-flight.ts'

const stored = { status: 200, body: '{"data":{}}' }

/** Another instance claims the same key between the look-up and the debit. */
function race(rival: { request: string; answer?: typeof stored } | undefined) {
  const found = [undefined, rival]
  const ports = {
    preflight: async () => {},
    digestOf: () => 'one',
    boughtOf: () => ({ text: 'q', areas: [] }),
    inFlight: createInFlight(),
    credits: { findOnce: async () => found.shift(), takeOnce: async () => 'known' },
    answerOnCredits: () => Promise.reject(new Error('nothing was debited')),
  }
  const caller = { pays: 'credits', idempotencyKey: 'k', organisation: { id: 'acme' } }
  return answerOnCredits({ price: { amount: 15_000n } }, caller as never, ports as never)
}

test('behavior: an instance that loses the race for a key returns the stored answer', async () => {
  expect(await race({ request: 'one', answer: stored })).toEqual({ ...stored, replayed: true })
})

test('error: an instance that loses the race to another request, or before the answer, refuses', async () => {
  const other = { request: 'two', answer: stored }
  await expect(race(other)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
  for (const rival of [{ request: 'one' }, undefined])
    await expect(race(rival)).rejects.toMatchObject({ code: 'REQUEST_IN_PROGRESS' })
})

import { paymentResponseHeader } from '@fiq/shared/payment/payment-response'
import { describe, expect, test } from 'vitest'
import { leaseMs } from '../journal/journal.ts'
import type { HttpAnswer, Purchase } from '../journal/purchase.ts'
import { terms } from '../testing/test-terms.ts'
import { answerIn } from './after-signing.ts'
import { ageOf, backoffMs, deliver, resumedNote, triesMax } from './deliver.ts'
import type { Payer } from './ports.ts'

const purchase: Purchase = { ...terms(1), state: 'signed', signed: 'header' }
const request = { url: new URL(purchase.url), body: '{}', expected: () => Promise.reject() }
const ok: HttpAnswer = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '{"data":{}}',
}
const later = (headers = {}): HttpAnswer => ({ status: 503, headers, body: '' })

test('behavior: an answer is not new if the clock was set back after its purchase', () => {
  const clock = { now: () => 10_000_000, sleep: async () => {} }
  expect(ageOf({ at: 10_000_000 - 90_000 }, { clock })).toBe(90_000)
  expect(ageOf({ at: 10_000_000 + 3_600_000 }, { clock })).toBe(3_600_000)
})

describe('deliver', () => {
  test('default: waits longer each time, up to a limit, and notes it once', async () => {
    const { payer, slept, notes } = scene(7)
    await delivery(purchase, request, payer)
    expect(slept).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000])
    expect(Math.max(...slept)).toBe(backoffMs.longest)
    expect(notes[0]).toBe('The server says: HTTP 503; the same payment is sent again in 0.5 s.')
    expect(notes.map((note) => / in (.*)\.$/.exec(note)?.[1])).toEqual([
      '0.5 s',
      '1 s',
      '2 s',
      '4 s',
      '8 s',
    ])
  })

  test('behavior: stops if the next try would be after the end of the authorization', async () => {
    const { payer, slept, tries } = scene(Infinity)
    await expect(delivery(purchase, request, payer)).rejects.toMatchObject({
      code: 'PAYMENT_OUTCOME_UNKNOWN',
    })
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(60_000)
    expect(tries()).toBe(slept.length + 1)
  })

  test('behavior: a receipt stays known when later tries give none', async () => {
    const { from: payer } = purchase.authorization
    const receipt = paymentResponseHeader({ transaction: `0x${'ab'.repeat(32)}`, payer })
    const { payer: ports } = scene(
      Infinity,
      { 'retry-after': '1' },
      { 'payment-response': receipt },
    )
    await expect(delivery(purchase, request, ports)).rejects.toMatchObject({
      code: 'ANSWER_OWED',
      funds: 'spent',
    })
  })

  test('behavior: limits the number of immediate retries', async () => {
    const { payer, tries } = scene(Infinity, { 'retry-after': '0' })
    await expect(delivery(purchase, request, payer)).rejects.toThrow()
    expect(tries()).toBe(triesMax)
  })

  test('behavior: other processes see it as active throughout a wait longer than the lease', async () => {
    const { payer, slept, alive } = scene(1, { 'retry-after': '50' })
    await delivery(purchase, request, payer)
    expect(Math.max(...slept)).toBeLessThan(leaseMs)
    expect(slept.reduce((sum, ms) => sum + ms)).toBe(50_000)
    expect(alive).toEqual(slept.map(() => purchase.id))
  })

  test('behavior: returns an answer that cannot be stored, with a note', async () => {
    const { payer } = scene(0)
    payer.journal.answered = () => {
      throw new Error('disk full')
    }
    expect(await delivery(purchase, request, payer)).toMatchObject({
      status: 200,
      notes: [expect.stringContaining('disk full')],
    })
  })

  test('behavior: until its answer is printed, an interrupted run reports the open purchase', async () => {
    const { payer, followed } = scene(1)
    const answer = await delivery(purchase, request, payer)
    expect(followed).toEqual(['signed', 'answered'])
    answer.delivered()
    expect(followed).toEqual(['signed', 'answered', undefined])
    const lost = scene(Infinity)
    await expect(delivery(purchase, request, lost.payer)).rejects.toThrow()
    expect(lost.followed).toEqual(['signed', undefined])
  })

  test('error: never sends a purchase without signed bytes', async () => {
    const { payer, tries } = scene(0)
    const { signed: _, ...unsigned } = purchase
    await expect(delivery(unsigned, request, payer)).rejects.toMatchObject({
      code: 'PAYMENT_OUTCOME_UNKNOWN',
      facts: expect.arrayContaining(['Reason: The journal does not hold the signed payment.']),
    })
    expect(tries()).toBe(0)
  })
})

describe('resumedNote', () => {
  test('default: states time and amount', () => {
    expect(resumedNote(purchase)).toBe(
      'This answer was bought at 2027-01-15T08:00:00Z for 0.015 USDC; nothing new was paid.',
    )
  })
})

async function delivery(...given: Parameters<typeof deliver>) {
  return answerIn(await deliver(...given))
}

/**
 * A server that postpones its answer this many times.
 *
 * @param first - Headers of the first answer only.
 */
function scene(
  laterCount: number,
  headers: Record<string, string> = {},
  first: Record<string, string> = {},
) {
  const slept: number[] = []
  const notes: string[] = []
  const alive: string[] = []
  const followed: (string | undefined)[] = []
  let now = 1_800_000_000_000
  let tries = 0
  const ports = {
    async send() {
      tries += 1
      return tries <= laterCount ? later(tries === 1 ? { ...headers, ...first } : headers) : ok
    },
    clock: {
      now: () => now,
      async sleep(ms: number) {
        slept.push(ms)
        now += ms
      },
    },
    chain: { nodesOf: () => [], prove: async () => undefined },
    journal: {
      alive: (id: string) => void alive.push(id),
      answered() {},
      settled() {},
      unknown() {},
      delivered() {},
    },
    note: (line: string) => void notes.push(line),
    follow: (open: Purchase | undefined) => void followed.push(open?.state),
  }
  return { payer: ports as unknown as Payer, slept, notes, alive, followed, tries: () => tries }
}

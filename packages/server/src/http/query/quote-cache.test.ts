import { FiqError } from '@fiq/shared/errors'
import { paymentRequiredHeader, secretPlace } from '@fiq/shared/payment/payment-required'
import { expect, test } from 'vitest'
import type { HttpAnswer } from '../http-answer.ts'
import { withoutSecret } from './quote-answer.ts'
import { createQuoteCache, createSeenBefore } from './quote-cache.ts'

const header = paymentRequiredHeader({
  url: 'http://fiq.test/',
  description: '',
  amount: 15_000n,
  payTo: `0x${'b'.repeat(40)}`,
  maxTimeoutSeconds: 60,
  quote: {
    version: 1,
    tariff: 't',
    credits: 5,
    unitPrice: '3000',
    total: '15000',
    rows: [['a', 1, 5]],
    digest: 'f'.repeat(64),
  },
})
const bare = withoutSecret
const anonymous = {
  payment: undefined,
  sender: { authorization: undefined, address: '192.0.2.1' },
}

/** A cache for one answer, which counts how often the answer was created and reused. */
function scene(status: number) {
  const count = { made: 0, again: 0 }
  const given: HttpAnswer = { status, headers: { 'payment-required': header }, body: '{}' }
  const quotesAgain = createQuoteCache({
    repeat(known) {
      count.again += 1
      return known
    },
  })
  const ask = async (key: string, requester: Parameters<typeof quotesAgain>[1] = anonymous) => {
    const answer = await quotesAgain(key, requester, async () => {
      count.made += 1
      return given
    })
    expect(bare(answer)).toEqual(bare(given))
    return count
  }
  return ask
}

test('default: stores a quote at its second request, and then returns it again', async () => {
  const ask = scene(402)
  expect(await ask('a')).toEqual({ made: 1, again: 0 })
  expect(await ask('a')).toEqual({ made: 2, again: 0 })
  expect(await ask('a')).toEqual({ made: 2, again: 1 })
  expect(await ask('b')).toEqual({ made: 3, again: 1 })
})

test('behavior: does not answer a request with a key or a payment, readable or not, from the cache', async () => {
  const ask = scene(402)
  for (let n = 0; n < 3; n++) await ask('a')
  const payment = new FiqError('PAYMENT_MALFORMED', 'It cannot be read.')
  const sender = { ...anonymous.sender, authorization: 'Bearer x' }
  expect(await ask('a', { ...anonymous, payment })).toEqual({ made: 3, again: 1 })
  expect(await ask('a', { ...anonymous, sender })).toEqual({ made: 4, again: 1 })
})

test('behavior: does not cache answers without a quote', async () => {
  const ask = scene(200)
  await ask('a')
  await ask('a')
  expect(await ask('a')).toEqual({ made: 3, again: 0 })
})

test('behavior: each answer has its own secret, and the cache contains none', async () => {
  const names = ['1', '2', '3'].values()
  const draw = () => `${'s'.repeat(20)}${names.next().value}A`
  const repeated: HttpAnswer[] = []
  const repeat = (known: HttpAnswer) => {
    repeated.push(known)
    return known
  }
  const quotesAgain = createQuoteCache({ repeat }, { drawSecret: draw })
  const given = { status: 402, headers: { 'payment-required': header }, body: '{}' }
  for (let n = 0; n < 5; n++) await quotesAgain('a', anonymous, async () => given)
  const secrets = repeated.map(({ headers }) => secretPlace.read(headers['payment-required'] ?? ''))
  expect(secrets).toEqual([1, 2, 3].map((n) => `${'s'.repeat(20)}${n}A`))
})

test('default: recognises a repeated text, and not another one', () => {
  const seenBefore = createSeenBefore()
  const texts = Array.from({ length: 1_000 }, (_, n) => `{"n":${n}}`)
  expect(texts.filter(seenBefore)).toEqual([])
  // Two of them may have the same slot.
  expect(texts.slice(-100).filter(seenBefore).length).toBeGreaterThan(90)
})

test('behavior: compares texts of a quarter of a megabyte by length and samples', () => {
  const seenBefore = createSeenBefore()
  const long = 'x'.repeat(256 * 1_024)
  expect(seenBefore(long)).toBe(false)
  expect(seenBefore(`${long}x`)).toBe(false)
  expect(seenBefore(`y${long.slice(1)}`)).toBe(false)
  expect(seenBefore('')).toBe(false)
  expect(seenBefore(`y${long.slice(1)}`)).toBe(true)
})

test.each([
  ['a constant answer', { isConstant: true }, '{}', 2],
  ['another free answer', {}, '{}', 4],
  ['a large constant answer', { isConstant: true }, 'x'.repeat(1_000), 4],
] as const)('behavior: %s that is requested four times', async (_, extra, body, made) => {
  let count = 0
  const again = createQuoteCache({ repeat: (known) => known })
  const answer: HttpAnswer = { status: 200, headers: {}, body, ...extra }
  for (let at = 0; at < 4; at += 1)
    expect(
      await again('key', anonymous, async () => {
        count += 1
        return answer
      }),
    ).toEqual(answer)
  expect(count).toBe(made)
})

import { FiqError } from '@fiq/shared/errors'
import type { HttpAnswer } from '@fiq/shared/payment/read-result'
import { expect, test } from 'vitest'
import type { HttpRequest } from '../../http/send-request.ts'
import { scratchFolder } from '../../payment/testing/test-payer.ts'
import {
  type CreditPurchase,
  createCreditPurchases,
  creditPurchaseKeptMs,
} from './credit-purchases.ts'
import { queryOnCredits } from './query-on-credits.ts'

const ok = { status: 200, headers: {}, body: '{"data":{"quotes":[]}}' }
const gone = new FiqError('SERVER_UNREACHABLE', 'gone', { cause: { code: 'ECONNRESET' } })
const refusal = (status: number, code: string) => ({
  status,
  headers: {},
  body: JSON.stringify({ errors: [{ message: 'No.', extensions: { code } }] }),
})

/** Each run is a process of its own: they share the folder only. */
function scene() {
  const folder = scratchFolder()
  const clock = { at: 0 }
  const sent: HttpRequest[] = []
  const keys: (string | undefined)[] = []
  const notes: string[] = []
  let made = 0
  const run = async (body: string, ...answers: (HttpAnswer | Error | Promise<HttpAnswer>)[]) => {
    const open = new Set<CreditPurchase>()
    const send = async (request: HttpRequest) => {
      sent.push(request)
      keys.push(request.headers['idempotency-key'])
      const answer = answers.length > 1 ? answers.shift()! : answers[0]!
      if (answer instanceof Error) throw answer
      return answer
    }
    const purchases = createCreditPurchases(folder.path, {
      now: () => clock.at,
      createKey: () => `key-${++made}`,
    })
    const request = { url: new URL('http://127.0.0.1:1/api/graphql'), body, apiKey: 'fiq_1' }
    const note = (line: string) => void notes.push(line)
    const sleep = async () => {}
    const ended = await queryOnCredits(request, { send, sleep, purchases, open, note }).catch(
      (error: unknown) => error as FiqError,
    )
    return { ended, open: [...open] }
  }
  return { run, keys, sent, notes, clock, [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

type Delivered = { delivered(): void }

test('behavior: the rerun after a lost answer sends the same bytes under the same key', async () => {
  using s = scene()
  expect((await s.run('{}', gone)).ended).toMatchObject({ funds: 'at-risk' })
  s.clock.at = 90_000
  const { ended } = await s.run('{}', ok)
  expect(ended).toMatchObject({ answer: { data: { quotes: [] } }, ageMs: 90_000 })
  expect(s.keys).toEqual(['key-1', 'key-1', 'key-1'])
  expect(new Set(s.sent.map(({ body, headers }) => JSON.stringify([body, headers]))).size).toBe(1)
  expect(s.notes).toEqual([
    'This query was sent at 1970-01-01T00:00:00Z and its answer is not printed yet; the same purchase is sent again and charged once.',
  ])
})

test('behavior: a run that died before it printed is repeated; a printed answer is bought anew', async () => {
  using s = scene()
  await s.run('{}', ok)
  const { ended } = await s.run('{}', ok)
  ;(ended as Delivered).delivered()
  await s.run('{}', ok)
  expect(s.keys).toEqual(['key-1', 'key-1', 'key-2'])
})

test('behavior: another query, and the same one after 24 hours, are other purchases', async () => {
  using s = scene()
  await s.run('{}', gone)
  await s.run('{"a":1}', ok)
  s.clock.at = creditPurchaseKeptMs
  await s.run('{}', ok)
  expect(s.keys).toEqual(['key-1', 'key-1', 'key-2', 'key-3'])
})

test('behavior: a refusal without an earlier request is no purchase', async () => {
  using s = scene()
  const { ended, open } = await s.run('{}', refusal(429, 'RATE_LIMITED'))
  expect([ended, open]).toMatchObject([{ code: 'RATE_LIMITED', funds: 'untouched' }, []])
  await s.run('{}', ok)
  expect(s.keys).toEqual(['key-1', 'key-2'])
})

test('behavior: a request that never left is no purchase', async () => {
  using s = scene()
  const absent = new FiqError('SERVER_UNREACHABLE', 'absent', { cause: { code: 'ECONNREFUSED' } })
  const { ended, open } = await s.run('{}', absent)
  expect([ended, open]).toMatchObject([{ code: 'SERVER_UNREACHABLE', funds: 'untouched' }, []])
  await s.run('{}', ok)
  expect(s.keys).toEqual(['key-1', 'key-1', 'key-2'])
  expect(s.notes).toEqual([])
})

test('behavior: an answer without data was refused before execution, and is no purchase', async () => {
  using s = scene()
  const { ended, open } = await s.run('{}', refusal(200, 'NOT_FOUND'))
  expect(ended).toMatchObject({ answer: { errors: [{ code: 'NOT_FOUND' }] } })
  expect(open).toEqual([])
  await s.run('{}', ok)
  expect(s.keys).toEqual(['key-1', 'key-2'])
})

test('error: an answer without data proves nothing about an earlier request', async () => {
  using s = scene()
  await s.run('{}', gone)
  const { ended, open } = await s.run('{}', refusal(200, 'NOT_FOUND'))
  ;(ended as Delivered).delivered()
  expect(open).toMatchObject([{ key: 'key-1', isAnswered: false }])
  await s.run('{}', ok)
  expect(new Set(s.keys)).toEqual(new Set(['key-1']))
})

test('error: a page without data and without a code of the service counts as a purchase', async () => {
  using s = scene()
  const body = '{"errors":[{"message":"No."}]}'
  expect((await s.run('{}', { status: 200, headers: {}, body })).open).toMatchObject([
    { isAnswered: true },
  ])
})

test.each(['in this run', 'in an earlier run'])(
  'error: a refusal after a request that was lost %s proves nothing about that one',
  async (when) => {
    using s = scene()
    if (when === 'in an earlier run') await s.run('{}', gone)
    const busy = refusal(503, 'SERVER_BUSY')
    const { ended } = await s.run('{}', ...(when === 'in this run' ? [gone, busy] : [busy]))
    expect(ended).toMatchObject({ code: 'SERVER_BUSY', funds: 'at-risk' })
    await s.run('{}', ok)
    expect(new Set(s.keys)).toEqual(new Set(['key-1']))
  },
)

test.each([
  '<html>504</html>',
  '{"error":{"code":504,"message":"upstream timed out"}}',
  '{"errors":[{"message":"x","extensions":{"code":"GATEWAY_TIMEOUT"}}]}',
  '{"errors":[null],"code":"SERVER_BUSY"}',
  'null',
])('error: behind a gateway that answers 504 with %s the credits may be charged', async (body) => {
  using s = scene()
  const { ended } = await s.run('{}', { status: 504, headers: {}, body })
  expect(ended).toMatchObject({ code: 'SERVER_ERROR', funds: 'at-risk' })
  await s.run('{}', ok)
  expect(s.keys).toEqual(['key-1', 'key-1'])
})

test.each([
  [301, '', 'SERVER_ERROR'],
  [401, '<html>Sign in</html>', 'INVALID_KEY'],
  [403, '{"message":"Forbidden"}', 'TIER_DENIED'],
  [404, '<html>Not found</html>', 'UNKNOWN_PATH'],
  [404, '{"errors":[{"message":"x","extensions":{"code":"NO_ROUTE"}}]}', 'SERVER_ERROR'],
  [429, '', 'RATE_LIMITED'],
])(
  'error: a response %i with %s that is not one of the service leaves the credits at risk',
  async (status, body, code) => {
    using s = scene()
    const { ended } = await s.run('{}', { status, headers: {}, body })
    expect(ended).toMatchObject({ code, funds: 'at-risk' })
    expect((ended as FiqError).remedy).toContain('charged once')
    await s.run('{}', ok)
    expect(s.keys).toEqual(['key-1', 'key-1'])
  },
)

test('error: a request that is still being answered may be charged, and is repeated', async () => {
  using s = scene()
  const { ended } = await s.run('{}', refusal(503, 'REQUEST_IN_PROGRESS'))
  expect(ended).toMatchObject({ code: 'REQUEST_IN_PROGRESS', funds: 'at-risk' })
  await s.run('{}', ok)
  expect(new Set(s.keys)).toEqual(new Set(['key-1']))
})

test('error: exhausted credits prove that no request of the purchase was charged', async () => {
  using s = scene()
  await s.run('{}', gone)
  const { ended } = await s.run('{}', refusal(402, 'CREDITS_EXHAUSTED'))
  expect(ended).toMatchObject({ code: 'CREDITS_EXHAUSTED', funds: 'untouched' })
  await s.run('{}', ok)
  // Kept, because a run that joined may still be charged. The server charges the key once.
  expect(new Set(s.keys)).toEqual(new Set(['key-1']))
})

test('behavior: a refused run forgets no purchase that another run has joined', async () => {
  using s = scene()
  const refused = Promise.withResolvers<HttpAnswer>()
  const first = s.run('{}', refused.promise)
  await s.run('{}', gone)
  refused.resolve(refusal(429, 'RATE_LIMITED'))
  expect((await first).ended).toMatchObject({ code: 'RATE_LIMITED', funds: 'untouched' })
  await s.run('{}', ok)
  expect(new Set(s.keys)).toEqual(new Set(['key-1']))
})

test('behavior: a lost answer is repeated even if another run printed it meanwhile', async () => {
  using s = scene()
  const { ended } = await s.run('{}', ok)
  const lost = Promise.withResolvers<HttpAnswer>()
  const second = s.run('{}', lost.promise)
  ;(ended as Delivered).delivered()
  lost.reject(gone)
  expect((await second).ended).toMatchObject({ funds: 'at-risk' })
  await s.run('{}', ok)
  expect(new Set(s.keys)).toEqual(new Set(['key-1']))
})

test('error: if the price changed since, the earlier answer is out of reach and nothing blocks', async () => {
  using s = scene()
  await s.run('{}', gone)
  const { ended } = await s.run('{}', refusal(409, 'IDEMPOTENCY_KEY_REUSED'))
  expect(ended).toMatchObject({ code: 'SERVER_ERROR', funds: 'at-risk' })
  await s.run('{}', ok)
  expect(s.keys.at(-1)).toBe('key-2')
})

test('behavior: the purchase is open until its answer is printed', async () => {
  using s = scene()
  const { ended, open } = await s.run('{}', ok)
  expect(open).toMatchObject([{ key: 'key-1', isAnswered: true }])
  const lost = await s.run('{"a":1}', gone)
  expect(lost.open).toEqual([])
  const broken = await s.run('{"b":1}', new TypeError('unforeseen'))
  expect(broken.open).toMatchObject([{ isAnswered: false }])
  expect(() => (ended as Delivered).delivered()).not.toThrow()
})

import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { repeatsMax, sendOnCredits, waitMaxMs } from './send-on-credits.ts'

const request = {
  method: 'POST' as const,
  url: new URL('http://127.0.0.1:1'),
  body: '{}',
  headers: { 'idempotency-key': 'one' },
} as const
const ok = { status: 200, headers: {}, body: '{"data":{}}' }
const busy = (retryAfter: string) => ({
  status: 503,
  headers: { 'retry-after': retryAfter },
  body: '{"errors":[{"extensions":{"code":"REQUEST_IN_PROGRESS"}}]}',
})

function scene(answers: (typeof ok)[]) {
  const sent: unknown[] = []
  const waited: number[] = []
  const ports = {
    send: async (each: unknown) => {
      sent.push(each)
      return answers[sent.length - 1] ?? answers.at(-1)!
    },
    sleep: async (ms: number) => void waited.push(ms),
  }
  return { sent, waited, run: () => sendOnCredits(request, ports) }
}

test('behavior: waits after REQUEST_IN_PROGRESS, and sends the same bytes again', async () => {
  const { sent, waited, run } = scene([busy('2'), busy('900'), ok])
  expect(await run()).toEqual({ response: ok, isDoubted: true })
  expect(sent).toEqual([request, request, request])
  expect(waited).toEqual([2_000, waitMaxMs])
})

test('error: a purchase that stays in progress ends with that answer', async () => {
  const { sent, run } = scene([busy('1')])
  expect((await run()).response.status).toBe(503)
  expect(sent).toHaveLength(1 + repeatsMax)
})

test('behavior: an answer whose data contains the code is an answer', async () => {
  const data = { ...ok, body: '{"data":{"note":{"code":"REQUEST_IN_PROGRESS"}}}' }
  const { sent, run } = scene([data])
  expect((await run()).response).toBe(data)
  expect(sent).toHaveLength(1)
})

test('default: any other 503 is an answer', async () => {
  const { sent, run } = scene([{ ...busy('1'), body: '{"code":"SERVER_BUSY"}' }])
  expect((await run()).response.status).toBe(503)
  expect(sent).toHaveLength(1)
})

const failing = (code: 'SERVER_UNREACHABLE' | 'SERVER_ERROR', cause: string) =>
  new FiqError(code, 'No answer.', { cause: { code: cause } })

test.each([
  ['ECONNREFUSED', 'ECONNREFUSED', 'SERVER_UNREACHABLE', 'untouched'],
  ['ECONNRESET', 'ECONNREFUSED', 'SERVER_ERROR', 'at-risk'],
  ['ECONNREFUSED', 'ECONNRESET', 'SERVER_ERROR', 'at-risk'],
  ['ECONNRESET', 'ECONNRESET', 'SERVER_ERROR', 'at-risk'],
])(
  'error: after %s and %s a purchase without an answer is %s, its credits %s',
  async (first, second, code, funds) => {
    const causes = [first, second]
    const send = () => Promise.reject(failing('SERVER_UNREACHABLE', causes.shift()!))
    await expect(sendOnCredits(request, { send })).rejects.toMatchObject({ code, funds })
    expect(causes).toEqual([])
  },
)

test('default: a request whose answer was lost is sent again with the same key', async () => {
  const sent: unknown[] = []
  const send = async (each: unknown) => {
    sent.push(each)
    if (sent.length === 1) throw failing('SERVER_ERROR', 'ECONNRESET')
    return ok
  }
  expect(await sendOnCredits(request, { send })).toEqual({ response: ok, isDoubted: true })
  expect(sent).toEqual([request, request])
})

test.each([
  ['ECONNREFUSED', false, false],
  ['ECONNRESET', false, true],
  ['ECONNREFUSED', true, true],
])(
  'behavior: after %s, and an earlier run that may be charged: %s, an answer leaves doubt: %s',
  async (cause, isDoubted, expected) => {
    const causes = [cause]
    const send = async () => {
      const failed = causes.shift()
      if (failed !== undefined) throw failing('SERVER_UNREACHABLE', failed)
      return ok
    }
    expect((await sendOnCredits(request, { send, isDoubted })).isDoubted).toBe(expected)
  },
)

test('error: if an earlier run may be charged, requests that never left are at risk too', async () => {
  const send = () => Promise.reject(failing('SERVER_UNREACHABLE', 'ECONNREFUSED'))
  await expect(sendOnCredits(request, { send, isDoubted: true })).rejects.toMatchObject({
    code: 'SERVER_ERROR',
    funds: 'at-risk',
  })
})

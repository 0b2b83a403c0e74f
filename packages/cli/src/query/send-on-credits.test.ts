import { expect, test } from 'vitest'
import { repeatsMax, sendOnCredits, waitMaxMs } from './send-on-credits.ts'

const request = {
  ...{ method: 'POST' as const, url: new URL('http://127.0.0.1:1'), body: '{}' },
  headers: { 'idempotency-key': 'one' },
} as const
const ok = { status: 200, headers: {}, body: '{"data":{}}' }
const busy = (retryAfter: string) => ({
  ...{ status: 503, headers: { 'retry-after': retryAfter } },
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

test('behavior: REQUEST_IN_PROGRESS is waited for, and the same bytes are sent again', async () => {
  const { sent, waited, run } = scene([busy('2'), busy('900'), ok])
  expect(await run()).toBe(ok)
  expect(sent).toEqual([request, request, request])
  expect(waited).toEqual([2_000, waitMaxMs])
})

test('error: a purchase that stays in progress ends with that answer', async () => {
  const { sent, run } = scene([busy('1')])
  expect((await run()).status).toBe(503)
  expect(sent).toHaveLength(1 + repeatsMax)
})

test('default: any other 503 is an answer', async () => {
  const { sent, run } = scene([{ ...busy('1'), body: '{"code":"SERVER_BUSY"}' }])
  expect((await run()).status).toBe(503)
  expect(sent).toHaveLength(1)
})

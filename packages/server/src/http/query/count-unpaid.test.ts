import { expect, test } from 'vitest'
import type { HttpAnswer } from '../http-answer.ts'
import type { Requests } from './answer-request.ts'
import { countUnpaid } from './count-unpaid.ts'

test('default: counts quotes and refusals of callers without payment and key', async () => {
  const counts = { quoted: 0, refused: 0 }
  let next: HttpAnswer = { status: 402, headers: {}, body: '{}' }
  const requests = countUnpaid(
    { answer: async () => next, repeat: () => next } as unknown as Requests,
    { quoted: () => (counts.quoted += 1), refused: () => (counts.refused += 1) },
  )
  const ask = (change: object = {}) =>
    requests.answer({ sender: { address: 'a' }, ...change } as never)
  await ask()
  await requests.repeat(next, { address: 'a' } as never)
  await ask({ payment: {} })
  await ask({ sender: { address: 'a', authorization: 'Bearer x' } })
  expect(counts).toEqual({ quoted: 2, refused: 0 })
  const quote = next
  next = { status: 429, code: 'RATE_LIMITED', headers: {}, body: '{}' }
  await ask()
  await requests.repeat(quote, { address: 'a' } as never)
  await requests.repeat({ ...quote, status: 400 }, { address: 'a' } as never)
  expect(counts).toEqual({ quoted: 2, refused: 2 })
})

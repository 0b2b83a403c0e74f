import { expect, test } from 'vitest'
import type { HttpRequest } from '../../http/send-request.ts'
import { requestTo } from '../testing/test-payer.ts'
import { createSend } from './send.ts'

test('default: sends a POST with the same bytes, and the payment beside the headers of the request', async () => {
  const sent: HttpRequest[] = []
  const answer = { status: 402, headers: {}, body: '' }
  const send = createSend(async (request) => {
    sent.push(request)
    return answer
  })
  const url = new URL('https://fiq.example/api/graphql')
  const request = { ...requestTo(url), body: '{"ü": 1}', headers: { 'x-key': 'k' } }
  expect(await send(request, { 'payment-signature': 's' })).toBe(answer)
  expect(sent).toEqual([
    {
      method: 'POST',
      url,
      body: '{"ü": 1}',
      headers: { 'x-key': 'k', 'payment-signature': 's' },
    },
  ])
})

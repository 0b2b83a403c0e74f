import { expect, test } from 'vitest'
import { fenceBroadcasts } from './fence-broadcasts.ts'

function scene(proofs: boolean[]) {
  const requests: string[] = []
  const request = fenceBroadcasts(
    async ({ method }) => {
      requests.push(method)
      return method
    },
    { prove: async () => proofs.shift() ?? false },
  )
  return { requests, request }
}

test('default: sends a transaction while the lease is proven', async () => {
  const { requests, request } = scene([true])
  expect(await request({ method: 'eth_sendRawTransaction' })).toBe('eth_sendRawTransaction')
  expect(requests).toEqual(['eth_sendRawTransaction'])
})

test('error: without it sends none, with a final refusal; reads still work', async () => {
  const { requests, request } = scene([false])
  await expect(request({ method: 'eth_sendRawTransaction' })).rejects.toMatchObject({
    code: -32_000,
  })
  await request({ method: 'eth_call' })
  expect(requests).toEqual(['eth_call'])
})

import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { purchaseNonce, requestKey } from './purchase-nonce.ts'

const url = new URL('https://fiq.example/api/graphql')

describe('requestKey', () => {
  test('default: the same address and bytes are the same request', () => {
    expect(requestKey(new URL(url), '{"query":"{a}"}')).toBe(requestKey(url, '{"query":"{a}"}'))
  })

  test('behavior: another origin, path or byte is another request', () => {
    const keys = [
      requestKey(url, '{}'),
      requestKey(url, '{} '),
      requestKey(new URL('https://fiq.example/tools/quotes'), '{}'),
      requestKey(new URL('https://fiq.example:8443/api/graphql'), '{}'),
    ]
    expect(new Set(keys).size).toBe(4)
  })
})

test('purchaseNonce: default: equals the value documented in docs/sign-in.md', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  const request = sha256(`${url}\n{}`)
  expect(requestKey(url, '{}')).toBe(request)
  expect(purchaseNonce('name', request)).toBe(`0x${sha256(`fiq purchase name ${request}`)}`)
})

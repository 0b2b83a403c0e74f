import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { freshKey, hashOf, prefixOf, readBearer, sameHash } from './api-key.ts'

describe('freshKey', () => {
  test('default: has 256 random bits, of which prefix and hash are stored', () => {
    const fresh = freshKey(() => new Uint8Array(32).fill(255))
    expect(fresh).toMatchInlineSnapshot(`
      {
        "hash": "${hashOf(fresh.key)}",
        "key": "fiq_${'_'.repeat(42)}8",
        "prefix": "fiq_________",
      }
    `)
    expect(freshKey(randomBytes).key).not.toBe(freshKey(randomBytes).key)
    expect(fresh.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  test('behavior: reads any key back from its header, with any case of the scheme', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const { key, prefix } = freshKey(() => bytes)
        for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer '])
          expect(readBearer(`${scheme} ${key}`)).toBe(key)
        expect(prefixOf(key)).toBe(prefix)
      }),
    )
  })
})

describe('readBearer', () => {
  const { key } = freshKey(randomBytes)
  test.each([
    ['nothing', ''],
    ['a scheme alone', 'Bearer'],
    ['another scheme', `Basic ${key}`],
    ['two keys', `Bearer ${key} ${key}`],
    ['a bare key', key],
    ['a short key', `Bearer ${key.slice(0, -1)}`],
    ['a long key', `Bearer ${key}a`],
    ['a foreign key', 'Bearer sk_live_0123456789'],
    ['a tab', `Bearer\t${key}`],
  ])('error: refuses %s without repeating it', (_, header) => {
    try {
      readBearer(header)
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({ code: 'INVALID_KEY', status: 401, funds: 'untouched' })
      expect(JSON.stringify(error)).not.toContain(key)
    }
  })

  test('error: accepts no text but a key', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), (text) => {
        expect(() => readBearer(`Bearer ${text}`)).toThrow(
          expect.objectContaining({ code: 'INVALID_KEY' }),
        )
      }),
    )
  })
})

describe('sameHash', () => {
  test('default: true only for equal hashes', () => {
    expect(sameHash(hashOf('a'), hashOf('a'))).toBe(true)
    expect(sameHash(hashOf('a'), hashOf('b'))).toBe(false)
    expect(sameHash(hashOf('a'), '')).toBe(false)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refuseKey } from './refuse-key.ts'

const key = 'aB'.repeat(32)

describe('refuseKey', () => {
  test.each([
    ['as the name', ['wallet', 'import', `0x${key}`]],
    ['without 0x', ['wallet', 'import', key]],
    ['as a second word', ['wallet', 'import', 'main', key]],
    ['as the file', ['wallet', 'import', '--from', `0X${key}`]],
    ['as the file, in one word', ['wallet', 'import', `--from=${key}`]],
    ['after other options', ['--quiet', 'wallet', 'create', key]],
  ])('error: refuses a key %s and never prints it', (_, argv) => {
    let thrown: unknown
    try {
      refuseKey(argv)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toMatchObject({ code: 'USAGE', kind: 'usage' })
    const output = JSON.stringify(thrown)
    expect(output).toContain("shell's history")
    expect(output.toLowerCase()).not.toContain(key.toLowerCase())
  })

  test('behavior: accepts ids of payments, which also have 64 digits', () => {
    expect(() => refuseKey(['payments', 'show', `0x${key}`])).not.toThrow()
    expect(() => refuseKey(['wallet', 'import', 'main', '--from', 'key.txt'])).not.toThrow()
    expect(() => refuseKey(['wallet', 'show', key.slice(1)])).not.toThrow()
  })

  test('property: the error contains no part of the key', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const digits = Buffer.from(bytes).toString('hex')
        expect(() => refuseKey(['wallet', 'import', digits])).toThrow(
          expect.objectContaining({ message: expect.not.stringContaining(digits.slice(0, 16)) }),
        )
      }),
    )
  })
})

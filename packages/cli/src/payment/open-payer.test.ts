import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { databaseName } from './journal/open-database.ts'
import { scratchFolder, testPayer } from './testing/test-payer.ts'

const url = new URL('http://127.0.0.1:9/api/graphql')

describe('openPayer', () => {
  test('default: opens the database at the first step that needs it', () => {
    using folder = scratchFolder()
    const { payer } = testPayer(folder.path, url)
    const file = join(folder.path, databaseName)
    expect(existsSync(file)).toBe(false)
    expect(payer.budget.standing().day).toBe(0n)
    expect(existsSync(file)).toBe(true)
    payer.close()
  })

  test('behavior: ids are 32 random bytes', () => {
    using folder = scratchFolder()
    const { payer } = testPayer(folder.path, url)
    expect(payer.randomId()).toMatch(/^0x[0-9a-f]{64}$/)
    expect(payer.randomId()).not.toBe(payer.randomId())
  })

  test('error: the first step reports a state folder that cannot be created', () => {
    using folder = scratchFolder()
    const { payer } = testPayer(folder.path, url, { stateDir: '/dev/null/fiq' })
    expect(() => payer.journal).toThrow(expect.objectContaining({ code: 'JOURNAL_UNAVAILABLE' }))
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestSchema, postgres } from './database/testing/postgres.ts'
import { openStore } from './open-store.ts'
import { claimOf, keyOf } from './payments/testing/payments.ts'

describe('openStore', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'fiq-store-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true }))
  const report = () => {}

  test('default: without an address, uses a file in the data folder', async () => {
    const { record } = await openStore({ database: undefined, dataDir }, report)
    await record.claim(claimOf(keyOf(1)))
    await record.close()
    const again = await openStore({ database: undefined, dataDir }, report)
    expect(await again.record.find(keyOf(1))).toMatchObject({ state: 'claimed' })
    await again.record.close()
  })

  test.skipIf(!postgres)('behavior: two instances share the database of an address', async () => {
    const schema = await createTestSchema(postgres!)
    const config = { database: schema.url, dataDir }
    const [one, two] = [await openStore(config, report), await openStore(config, report)]
    expect(await one.record.claim(claimOf(keyOf(1)))).toBe(true)
    expect(await two.record.claim(claimOf(keyOf(1)))).toBe(false)
    await Promise.all([one.record.close(), two.record.close()])
    await schema.drop()
  })

  test.skipIf(!postgres)('error: does not start with a read-only database', async () => {
    const schema = await createTestSchema(postgres!)
    await (await openStore({ database: schema.url, dataDir }, report)).record.close()
    const url = new URL(schema.url)
    const options = url.searchParams.get('options')
    url.searchParams.set('options', `${options} -c default_transaction_read_only=on`)
    await expect(openStore({ database: url.href, dataDir }, report)).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
      facts: expect.arrayContaining([expect.stringContaining('read-only')]),
    })
    await schema.drop()
  })

  test('error: refuses a missing folder', async () => {
    await expect(
      openStore({ database: undefined, dataDir: join(dataDir, 'none') }, report),
    ).rejects.toMatchObject({ code: 'CONFIGURATION_INVALID' })
  })
})

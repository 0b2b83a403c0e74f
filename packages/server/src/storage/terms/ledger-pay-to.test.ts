import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from '../open-store.ts'
import { checkPayTo } from './ledger-pay-to.ts'

const [one, other] = [`0x${'1a'.repeat(20)}`, `0x${'2b'.repeat(20)}`] as const
let dataDir = ''
let store: Awaited<ReturnType<typeof openStore>>
const open = async () => {
  store = await openStore({ database: undefined, dataDir }, () => {})
}
const check = (payTo: `0x${string}`, isChangeAllowed = false) =>
  checkPayTo(store.database, payTo, { isChangeAllowed })
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'fiq-pay-to-'))
  await open()
})
afterEach(async () => {
  await store.record.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('default: a new ledger stores the address, and keeps it after a restart', async () => {
  await check(one)
  await store.record.close()
  await open()
  await check(one.toUpperCase().replace('0X', '0x') as `0x${string}`)
})

test('error: refuses another address, with both addresses and the remedy', async () => {
  await check(one)
  await expect(check(other)).rejects.toMatchObject({
    code: 'CONFIGURATION_INVALID',
    message: `The payments of this database go to ${one}, and --pay-to is ${other}.`,
    remedy: expect.stringContaining('--change-pay-to'),
  })
  await check(one)
})

test('behavior: stores an allowed change, after which the earlier address is refused', async () => {
  await check(one)
  await check(other, true)
  await check(other)
  await expect(check(one)).rejects.toThrow('--pay-to is')
})

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

test('default: a new ledger takes the address, and holds it over a restart', async () => {
  await check(one)
  await store.record.close()
  await open()
  await check(one.toUpperCase().replace('0X', '0x') as `0x${string}`)
})

test('error: another address is refused, with both and the remedy', async () => {
  await check(one)
  await expect(check(other)).rejects.toMatchObject({
    code: 'CONFIGURATION_INVALID',
    message: `The ledger's payments go to ${one}, and --pay-to is ${other}.`,
    remedy: expect.stringContaining('--change-pay-to'),
  })
  await check(one)
})

test('behavior: a change that is allowed is kept, and the earlier address is then another', async () => {
  await check(one)
  await check(other, true)
  await check(other)
  await expect(check(one)).rejects.toThrow('--pay-to is')
})

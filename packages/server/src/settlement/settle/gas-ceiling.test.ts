import { expect, test } from 'vitest'
import { openSqliteDatabase } from '../../storage/database/sqlite-database.ts'
import { openPaymentRecord } from '../../storage/payments/open-payment-record.ts'
import { claimOf, keyOf, settlement } from '../../storage/payments/testing/payments.ts'
import { createGasSpending } from '../../storage/settlement/gas-spending.ts'
import { createGasCeiling } from './gas-ceiling.ts'

const hour = 3_600_000

function scene() {
  const database = openSqliteDatabase(':memory:')
  const record = openPaymentRecord(database)
  const clock = { ms: 10 * hour }
  const faults: unknown[] = []
  const spending = createGasSpending(database)
  const open = (hourMax = 100n) =>
    createGasCeiling({
      spending,
      hourMax,
      nowMs: () => clock.ms,
      report: (error) => void faults.push(error),
    })
  return { record, clock, open, faults, spending }
}
const refused = expect.objectContaining({ code: 'GAS_CEILING_REACHED', funds: 'untouched' })

test('default: counts gas of the last sixty minutes', async () => {
  const { clock, open } = scene()
  const ceiling = open()
  await ceiling.spent('0xaa', 60n)
  clock.ms += hour / 2
  await ceiling.spent('0xbb', 30n)
  clock.ms += 2_000
  await ceiling.admit(10n)
  await expect(ceiling.admit(1n)).rejects.toEqual(refused)
  clock.ms += hour / 2
  await ceiling.admit(70n)
})

test('default: a cost counts for sixty minutes', async () => {
  const { clock, open } = scene()
  await open().spent('0xaa', 60n)
  clock.ms += hour - 1
  expect((await open().hour()).spent).toBe(60n)
  clock.ms += 1
  expect((await open().hour()).spent).toBe(0n)
})

test('behavior: a restart and other instances have the same count', async () => {
  const { open } = scene()
  await open().spent('0xaa', 95n)
  expect(await open().hour()).toEqual({ spent: 95n, hourMax: 100n })
  await expect(open().admit(6n)).rejects.toEqual(refused)
  await open().admit(5n)
})

test('behavior: counts claimed, unsettled payments at the cost of one', async () => {
  const { record, clock, open } = scene()
  for (const n of [1, 2, 3]) await record.claim(claimOf(keyOf(n)))
  const ceiling = open()
  await ceiling.admit(25n)
  await expect(ceiling.admit(25n)).rejects.toEqual(refused)
  clock.ms += 5_000
  await record.answered(keyOf(1), { status: 200, body: '{}' }, settlement)
  await ceiling.admit(25n)
})

test('behavior: concurrent payments share the room of one read', async () => {
  const ceiling = scene().open()
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => ceiling.admit(10n)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})

test('behavior: counts payments of the last second that no read of the record contains', async () => {
  const { clock, open } = scene()
  const ceiling = open()
  for (let payment = 0; payment < 10; payment += 1) {
    await ceiling.admit(10n)
    clock.ms += 77
  }
  await expect(ceiling.admit(1n)).rejects.toEqual(refused)
  clock.ms += 3_000
  await ceiling.admit(100n)
})

test('behavior: the latest record of a transaction counts', async () => {
  const { clock, open } = scene()
  const ceiling = open()
  await ceiling.spent('0xaa', 90n)
  await ceiling.spent('0xAA', 20n)
  clock.ms += 2_000
  expect(await ceiling.hour()).toEqual({ spent: 20n, hourMax: 100n })
})

test('behavior: no transaction is reserved above the ceiling, from any instance', async () => {
  const { clock, open } = scene()
  const [one, other] = [open(), open()]
  await Promise.all([one.admit(60n), other.admit(60n)])
  expect(await one.reserve('0xaa', 60n, undefined)).toBe(true)
  expect(await other.reserve('0xbb', 60n, undefined)).toBe(false)
  await one.spent('0xaa', 40n)
  expect(await other.reserve('0xbb', 60n, undefined)).toBe(true)
  clock.ms += hour
  expect(await one.reserve('0xcc', 100n, undefined)).toBe(true)
})

test('behavior: a transaction mined after its hour passes the ceiling by its own cost at most, once', async () => {
  const { clock, open } = scene()
  const ceiling = open()
  expect(await ceiling.reserve('0xaa', 60n, undefined)).toBe(true)
  clock.ms += hour
  // Another instance does not know the earlier version, which has the same count.
  expect(await open().reserve('0xbb', 100n, undefined)).toBe(true)
  await ceiling.spent('0xaa', 55n)
  expect((await open().hour()).spent).toBe(155n)
  expect(await open().reserve('0xcc', 1n, undefined)).toBe(false)
  // This instance knows it: at most one of the two is mined.
  clock.ms += 2 * hour
  expect(await ceiling.reserve('0xdd', 60n, undefined)).toBe(true)
  clock.ms += hour
  expect(await ceiling.reserve('0xee', 100n, '0xdd')).toBe(true)
  await ceiling.spent('0xdd', 55n, '0xee')
  expect((await open().hour()).spent).toBe(55n)
})

test('behavior: after a reorganisation a transaction costs at most what was reserved for it', async () => {
  const { open } = scene()
  const ceiling = open()
  expect(await ceiling.reserve('0xaa', 90n, undefined)).toBe(true)
  await ceiling.spent('0xaa', 20n)
  // Mined again in another block: the first cost counts until the server sends it again.
  expect((await open().hour()).spent).toBe(20n)
  expect(await ceiling.reserve('0xaa', 90n, undefined)).toBe(true)
  expect((await open().hour()).spent).toBe(90n)
})

test('error: a read that fails refuses one payment, and the next reads again', async () => {
  const { open, spending } = scene()
  const { since } = spending
  spending.since = () => Promise.reject(new Error('The connection is lost.'))
  const ceiling = open()
  await expect(ceiling.admit(1n)).rejects.toThrow('connection')
  spending.since = since
  await ceiling.admit(100n)
})

test('error: without a database nothing is reserved; a lost receipt is reported', async () => {
  const { record, open, faults } = scene()
  const ceiling = open()
  await record.close()
  await ceiling.spent('0xaa', 1n)
  expect(faults).toHaveLength(1)
  await expect(ceiling.reserve('0xaa', 1n, undefined)).rejects.toBeDefined()
  await expect(ceiling.admit(1n)).rejects.toBeDefined()
})

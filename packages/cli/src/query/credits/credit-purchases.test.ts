import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../../payment/testing/test-payer.ts'
import {
  createCreditPurchases,
  creditPurchaseKeptMs,
  creditPurchasesName,
} from './credit-purchases.ts'

const [one, two] = ['1'.repeat(64), '2'.repeat(64)] as const

function scene() {
  const folder = scratchFolder()
  const clock = { at: 1_000 }
  let keys = 0
  const open = () =>
    createCreditPurchases(folder.path, { now: () => clock.at, createKey: () => `key-${++keys}` })
  const files = () => readdirSync(join(folder.path, creditPurchasesName)).sort()
  return { folder, clock, open, files, [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

test('default: another process finds the open purchase of the same request, and only of it', () => {
  using s = scene()
  expect(s.open().open(one)).toMatchObject({ key: 'key-1', at: 1_000, isResumed: false })
  s.clock.at = 2_000
  expect(s.open().open(one)).toMatchObject({
    key: 'key-1',
    at: 1_000,
    ageMs: 1_000,
    isResumed: true,
  })
  expect(s.open().open(two)).toMatchObject({ key: 'key-2', at: 2_000, isResumed: false })
})

test('behavior: after the clock is set back an answer is not new, and a day later it is forgotten', () => {
  using s = scene()
  s.clock.at = 2 * creditPurchaseKeptMs
  s.open().open(one)
  s.clock.at -= 3_600_000
  expect(s.open().open(one)).toMatchObject({ key: 'key-1', ageMs: 3_600_000, isResumed: true })
  s.clock.at = creditPurchaseKeptMs
  expect(s.open().open(one)).toMatchObject({ key: 'key-2', isResumed: false })
})

test('default: the purchase is a file of its owner before the request is sent', () => {
  using s = scene()
  s.open().open(one)
  expect(s.files()).toEqual([one])
  const folder = join(s.folder.path, creditPurchasesName)
  expect(readdirSync(join(folder, one))).toEqual(['1000.key-1'])
  for (const place of [folder, join(folder, one)]) expect(statSync(place).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, one, '1000.key-1')).mode & 0o777).toBe(0o600)
})

test('behavior: a closed purchase is forgotten, and closing removes no other one', () => {
  using s = scene()
  const first = s.open().open(one)
  s.open().close(one, first)
  const second = s.open().open(one)
  expect(second).toMatchObject({ key: 'key-2', isResumed: false })
  s.open().close(one, first)
  expect(s.open().open(one)).toMatchObject({ key: 'key-2', isResumed: true })
})

test('behavior: a process that joins keeps the purchase from being withdrawn, not from being closed', () => {
  using s = scene()
  const first = s.open().open(one)
  const joined = s.open().open(one)
  s.open().withdraw(one, first)
  expect(s.open().open(one).key).toBe('key-1')
  s.open().withdraw(one, joined)
  expect(s.open().open(one).key).toBe('key-1')
  s.open().close(one, first)
  expect(s.files()).toEqual([])
  s.open().keep(one, joined)
  expect(s.open().open(one)).toMatchObject({ key: 'key-1', isResumed: true })
})

test('behavior: a file that a process left while another one replaced the purchase is not joined', () => {
  using s = scene()
  s.clock.at = 5_000
  s.open().open(one)
  writeFileSync(join(s.folder.path, creditPurchasesName, one, '4000.old.77'), '')
  expect(s.open().open(one).key).toBe('key-1')
})

test('behavior: an empty folder that a killed process left is no purchase', () => {
  using s = scene()
  mkdirSync(join(s.folder.path, creditPurchasesName, one), { recursive: true })
  expect(s.open().open(one)).toMatchObject({ key: 'key-1', isResumed: false })
})

test('behavior: after 24 hours the same request is another purchase, and the old one is removed', () => {
  using s = scene()
  s.open().open(one)
  s.clock.at += creditPurchaseKeptMs - 1
  expect(s.open().open(one).key).toBe('key-1')
  s.clock.at += 1
  expect(s.open().open(one)).toMatchObject({ key: 'key-2', isResumed: false })
  expect(s.files()).toHaveLength(1)
})

test('behavior: a clock that was set back finds the purchase', () => {
  using s = scene()
  s.open().open(one)
  s.clock.at = 0
  expect(s.open().open(one).key).toBe('key-1')
})

test('behavior: other files in the folder are left alone', () => {
  using s = scene()
  s.open().open(one)
  writeFileSync(join(s.folder.path, creditPurchasesName, 'note.txt'), '')
  s.clock.at += creditPurchaseKeptMs
  s.open().open(two)
  expect(s.files()).toEqual([expect.stringContaining(two), 'note.txt'])
})

test.skipIf(process.getuid?.() === 0)(
  'error: in a folder that cannot be written nothing is sent',
  () => {
    using s = scene()
    chmodSync(s.folder.path, 0o500)
    expect(() => s.open().open(one)).toThrow('The purchase cannot be stored, so nothing is sent.')
    chmodSync(s.folder.path, 0o700)
  },
)

test('error: a file instead of the folder is reported, and nothing is sent', () => {
  using s = scene()
  mkdirSync(s.folder.path, { recursive: true })
  writeFileSync(join(s.folder.path, creditPurchasesName), '')
  expect(() => s.open().open(one)).toThrow(
    expect.objectContaining({ code: 'JOURNAL_UNAVAILABLE', funds: 'untouched' }),
  )
})

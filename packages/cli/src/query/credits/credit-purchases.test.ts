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
    ...{ key: 'key-1', at: 1_000, ageMs: 1_000, isResumed: true },
  })
  expect(s.open().open(two)).toMatchObject({ key: 'key-2', at: 2_000, isResumed: false })
})

test('default: the purchase is a file of its owner before the request is sent', () => {
  using s = scene()
  s.open().open(one)
  expect(s.files()).toEqual([`${one}.1000.key-1`])
  const folder = join(s.folder.path, creditPurchasesName)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, s.files()[0]!)).mode & 0o777).toBe(0o600)
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

test('behavior: of two open purchases of a request, the earliest is repeated', () => {
  using s = scene()
  s.open().open(two)
  for (const name of [`${one}.3000.b`, `${one}.2000.c`, `${one}.2500.a`])
    writeFileSync(join(s.folder.path, creditPurchasesName, name), '')
  expect(s.open().open(one)).toMatchObject({ key: 'c', at: 2_000 })
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

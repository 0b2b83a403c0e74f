import { randomUUID } from 'node:crypto'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../payment/testing/test-payer.ts'
import { endLastingSession, lastingSessionsName, openLastingSession } from './lasting-session.ts'

const createId = randomUUID

test('default: the session of a name is one, only for this user, until it ends', () => {
  using folder = scratchFolder()
  const open = (name: string) => openLastingSession(folder.path, name, createId)
  const [one, same, other] = [open('alert A'), open('alert A'), open('alert B')]
  expect(same.id).toBe(one.id)
  expect(other.id).not.toBe(one.id)
  one.charge((before) => before + 5n)
  same.charge((before) => before + 7n)
  expect([one.charged(), same.charged(), other.charged()]).toEqual([12n, 12n, 0n])
  expect(statSync(join(folder.path, lastingSessionsName)).mode & 0o777).toBe(0o600)
  one.end()
  expect(open('alert A').id).not.toBe(one.id)
  expect(endLastingSession(folder.path, 'alert A')).toBe(true)
  expect(endLastingSession(folder.path, 'alert A')).toBe(false)
})

test('behavior: above a thousand sessions forgets the oldest', () => {
  using folder = scratchFolder()
  const file = join(folder.path, lastingSessionsName)
  const held = Array.from({ length: 1_000 }, (_, place) => ({
    name: `alert ${place}`,
    id: String(place),
    charged: '5',
  }))
  writeFileSync(file, JSON.stringify(held))
  expect(openLastingSession(folder.path, 'alert 1000', createId).charged()).toBe(0n)
  const charged = (place: number) =>
    openLastingSession(folder.path, `alert ${place}`, createId).charged()
  expect(charged(1)).toBe(5n)
  expect(charged(0)).toBe(0n)
})

test('error: reports a file that cannot be read or written', () => {
  using folder = scratchFolder()
  const open = () => openLastingSession(folder.path, 'alert A', createId)
  mkdirSync(join(folder.path, lastingSessionsName))
  for (const use of [open, () => endLastingSession(folder.path, 'alert A')])
    expect(use).toThrow(expect.objectContaining({ code: 'JOURNAL_UNAVAILABLE' }))
})

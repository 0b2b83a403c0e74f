import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCutConnections } from './cut-connections.ts'
import { canMount, runFullDisk } from './full-disk.ts'

const seed = Number(process.env['FIQ_TEST_SEED'] ?? randomInt(2 ** 31))
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiq-parts-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('default: a connection reset after the signature was sent loses no answer', async () => {
  const { violations, seen } = await runCutConnections(folder, 48, seed)
  expect(violations, `FIQ_TEST_SEED=${seed}`).toEqual([])
  expect(seen['reset without an answer']).toBeGreaterThan(0)
}, 120_000)

test('error: on a full disk each paid answer stays owed; with room again, all are delivered', async () => {
  const { violations, seen } = await runFullDisk(folder, 'files')
  expect(violations).toEqual([])
  expect(seen['200']).toBeGreaterThan(0)
}, 120_000)

// Needs the right to mount a disk.
test.skipIf(!canMount())(
  'error: the same on a disk without room',
  async () => {
    const { violations, seen } = await runFullDisk(folder, 'disk')
    expect(violations).toEqual([])
    expect(seen['200']).toBeGreaterThan(0)
  },
  60_000,
)

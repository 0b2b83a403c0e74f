import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { machinePorts } from './machine-ports.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiq-machine-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ports = (output: string[] = []) =>
  machinePorts(
    {
      now: () => new Date(0),
      process: { clock: { now: () => 0, sleep: (ms) => sleep(ms) } },
      notify() {},
      stderr: { write: (text) => void output.push(text), isTerminal: false, columns: 80 },
    },
    { config: folder },
  )

test('default: writes a file to the given path; lists are below the settings', () => {
  const path = join(folder, 'bars.xlsx')
  ports()
    .openFile(path)
    .write(new Uint8Array([1, 2]))
  expect([...readFileSync(path)]).toEqual([1, 2])
  expect(ports().lists.folder).toBe(join(folder, 'lists'))
})

test('default: passes arguments to a program unchanged, without a shell', async () => {
  const made = join(folder, 'a b; $(x)')
  ports().startProgram('touch', [made])
  for (let tries = 0; !existsSync(made) && tries < 500; tries += 1) await ports().wait(20)
  expect(existsSync(made)).toBe(true)
})

test('error: reports an unwritable file and a missing program', async () => {
  const { openFile } = ports()
  for (const path of [join(folder, 'no', 'x'), folder])
    expect(() => openFile(path)).toThrow(expect.objectContaining({ code: 'OUTPUT_FAILED' }))
  const output: string[] = []
  const { startProgram, wait } = ports(output)
  startProgram(join(folder, 'nothing-here'), [])
  for (let tries = 0; output.length === 0 && tries < 500; tries += 1) await wait(20)
  expect(output.join('')).toMatch(/^fiq: .*ENOENT/)
})

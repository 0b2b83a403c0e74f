import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

// Runs the program as a process. Only the commands of main.ts itself are tested here.

const folder = mkdtempSync(join(tmpdir(), 'fiq-server-main-'))
const dataDir = join(folder, 'data')
afterAll(() => rmSync(folder, { recursive: true }))

function server(words: readonly string[], env: Record<string, string> = {}) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const program = join(import.meta.dirname, 'main.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    encoding: 'utf8',
    env: { PATH, NODE_COMPILE_CACHE, ...env },
  })
  return { status, stdout, stderr }
}

test('default: --version is one line', () => {
  const stdout = `${manifest.version}\n`
  expect(server(['--version'])).toEqual({ status: 0, stdout, stderr: '' })
})

test.each([
  ['an unknown command', ['strat'], 2, 'fiq-server --help explains its commands.'],
  ['an unknown option', ['start', '--nope'], 2, 'fiq-server start --help explains its options.'],
  ['a setting that is invalid', ['start', '--port', 'x'], 3, 'Correct --port or FIQ_PORT.'],
  ['a file that is absent', ['import', 'bars', '/absent.csv'], 1, '/absent.csv'],
])('error: %s ends with its exit code and a remedy', (_, words, status, remedy) => {
  const ended = server(words)
  expect(ended).toMatchObject({ status, stdout: '' })
  expect(ended.stderr).toContain(remedy)
  expect(ended.stderr).not.toContain('    at ')
})

test('error: refuses planned faults where real money moves', () => {
  const payTo = `0x${'1'.repeat(40)}`
  const live = ['--facilitator', 'https://facilitator.example', '--pay-to', payTo]
  const words = ['start', '--data-dir', dataDir, ...live]
  const { status, stderr } = server(words, { FIQ_FAULT: 'claimed:kill:1' })
  expect([status, stderr]).toEqual([3, expect.stringContaining('Unset FIQ_FAULT.')])
  expect(existsSync(dataDir)).toBe(false)
})

test('default: imports a file into the folder of the data', () => {
  const file = join(folder, 'bars.csv')
  writeFileSync(file, 'date,close\n2026-11-18,1.5\n')
  const words = ['import', 'bars', file, '--ticker', 'OWN', '--data-dir', dataDir]
  const stdout = '1 bar of 1 ticker imported.\n'
  expect(server(words)).toEqual({ status: 0, stdout, stderr: '' })
  expect(existsSync(dataDir)).toBe(true)
})

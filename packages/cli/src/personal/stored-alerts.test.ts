import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { alertsMax, openStoredAlerts } from './stored-alerts.ts'

let stateDir = ''
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'fiq-alerts-'))
})
afterEach(() => {
  rmSync(stateDir, { recursive: true })
})

/** Replaces this program, and records the arguments with which it was started. */
const standIn = `require('node:fs').writeFileSync(__dirname + '/words.json', JSON.stringify(process.argv.slice(2)))`

function open() {
  const script = join(stateDir, 'fiq.cjs')
  writeFileSync(script, standIn)
  return openStoredAlerts({ stateDir, words: [process.execPath, script], env: process.env })
}

test('default: stores each condition once, only for this user, and removes it', () => {
  const alerts = open()
  expect(alerts.list()).toEqual([])
  alerts.add([{ condition: 'AAPL < 200' }, { condition: 'MSFT > 5%', run: 'notify' }])
  alerts.add([{ condition: 'AAPL < 200', run: './notify.sh' }])
  expect(open().list()).toEqual([
    { condition: 'MSFT > 5%', run: 'notify' },
    { condition: 'AAPL < 200', run: resolve('notify.sh') },
  ])
  expect(statSync(join(stateDir, 'personal/alerts.json')).mode & 0o777).toBe(0o600)
  expect(alerts.remove(['AAPL < 200', 'TSLA > 1'])).toBe(1)
  expect(alerts.list()).toHaveLength(1)
})

test('error: adds none above the limit, and reports a damaged file', () => {
  const alerts = open()
  const many = (count: number) =>
    Array.from({ length: count }, (_, place) => ({ condition: `AAPL < ${place}` }))
  alerts.add(many(alertsMax))
  expect(() => alerts.add([{ condition: 'MSFT > 1' }])).toThrow(
    expect.objectContaining({ code: 'USAGE' }),
  )
  expect(alerts.list()).toHaveLength(alertsMax)
  writeFileSync(join(stateDir, 'personal/alerts.json'), '{')
  expect(() => alerts.list()).toThrow(expect.objectContaining({ code: 'CONFIGURATION_INVALID' }))
})

test.each([
  ['others can write it', (file: string) => chmodSync(file, 0o622), 'Other users can write it'],
  ['it is huge', (file: string) => truncateSync(file, 2_000_000), 'at most 1048576 bytes'],
  [
    'it is a folder',
    (file: string) => {
      rmSync(file)
      mkdirSync(file)
    },
    'not a file',
  ],
])('error: neither reads nor changes the file if %s', (_, change, reason) => {
  const alerts = open()
  alerts.add([{ condition: 'AAPL < 200', run: '/bin/true' }])
  change(join(stateDir, 'personal/alerts.json'))
  for (const use of [alerts.list, alerts.start, () => alerts.add([{ condition: 'MSFT > 1' }])])
    expect(use).toThrow(
      expect.objectContaining({
        code: 'CONFIGURATION_INVALID',
        facts: expect.arrayContaining([expect.stringContaining(reason)]),
      }),
    )
})

test('behavior: one process polls, and starts if an alert waits and none is running', async () => {
  const alerts = open()
  expect(alerts.start()).toBe(false)
  alerts.add([{ condition: 'AAPL < 200' }])
  const release = alerts.claim()
  expect([alerts.isRunning(), alerts.start(), open().claim()]).toEqual([true, true, undefined])
  const words = join(stateDir, 'words.json')
  expect(existsSync(words)).toBe(false)
  release?.()
  expect(alerts.isRunning()).toBe(false)
  expect(alerts.start()).toBe(true)
  await expect
    .poll(() => existsSync(words) && readFileSync(words, 'utf8'))
    .toBe('["alert","--waiting","--table"]')
  expect(statSync(alerts.logFile).mode & 0o777).toBe(0o600)
})

test('behavior: after kill -9 of the polling process its alerts are kept, and the next start polls them', async () => {
  const alerts = open()
  alerts.add([{ condition: 'AAPL < 200', run: '/bin/true' }])
  const module = join(import.meta.dirname, 'stored-alerts.ts')
  const source = `
    import { openStoredAlerts } from ${JSON.stringify(module)}
    openStoredAlerts({ stateDir: ${JSON.stringify(stateDir)}, words: [], env: {} }).claim()
    console.log('claimed')
    setInterval(() => {}, 1_000)`
  const polling = spawn(process.execPath, ['--input-type=module', '-e', source])
  await once(polling.stdout, 'data')
  expect([alerts.isRunning(), open().claim()]).toEqual([true, undefined])
  polling.kill('SIGKILL')
  await once(polling, 'exit')
  expect([alerts.isRunning(), alerts.list()]).toEqual([
    false,
    [{ condition: 'AAPL < 200', run: '/bin/true' }],
  ])
  expect(alerts.start()).toBe(true)
  const words = join(stateDir, 'words.json')
  await expect
    .poll(() => existsSync(words) && readFileSync(words, 'utf8'))
    .toBe('["alert","--waiting","--table"]')
})

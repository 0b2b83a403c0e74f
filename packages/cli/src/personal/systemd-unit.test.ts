import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { alertsUnitText, disableUnit, enableUnit, unitText } from './systemd-unit.ts'

const home = mkdtempSync(join(tmpdir(), 'fiq-unit-'))
afterAll(() => rmSync(home, { recursive: true }))
const place = { home, env: { FIQ_HOME: '/h', LANG: 'C' } }
const program = { command: '/usr/bin/node', words: ['/opt/a b/100%$x"/server.js'], shown: '' }
const alerts = { words: ['/usr/bin/node', '/opt/fiq.cjs', 'alert'], logFile: '/h/100%/alerts.log' }
const both = { server: program, alerts }

test('default: the unit starts this server, with arguments that systemd reads unchanged', () => {
  const lines = unitText(program, place).split('\n')
  expect(lines).toContain(
    String.raw`ExecStart="/usr/bin/node" "/opt/a b/100%%$$x\"/server.js" "start" "--personal"`,
  )
  expect(lines.filter((line) => line.startsWith('Environment'))).toEqual([
    'Environment="FIQ_HOME=/h"',
  ])
})

test('default: the alerts start and stop with the server, and are tried again until it answers', () => {
  const lines = alertsUnitText(alerts, place).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'BindsTo=fiq.service',
      'After=fiq.service',
      'ExecStart="/usr/bin/node" "/opt/fiq.cjs" "alert"',
      'Environment="FIQ_HOME=/h"',
      'Restart=on-failure',
      'StandardOutput=append:/h/100%%/alerts.log',
      'WantedBy=fiq.service',
    ]),
  )
})

const alertsPath = join(home, '.config/systemd/user/fiq-alerts.service')

const analyze = (...words: string[]) =>
  spawnSync('systemd-analyze', ['--user', ...words], {
    env: { ...process.env, XDG_RUNTIME_DIR: home },
  }).status

test.skipIf(analyze('--version') !== 0)(
  'default: systemd accepts both units, with any characters in their paths (skipped without it)',
  () => {
    const odd = { home, env: { FIQ_HOME: '/h/a b$c%"', PATH: '/bin' } }
    const node = { ...program, command: process.execPath }
    const server = unitText(node, odd)
    const files = [join(home, 'fiq.service'), join(home, 'fiq-alerts.service')] as const
    writeFileSync(files[1], alertsUnitText({ ...alerts, logFile: '/h/a b$c%/alerts.log' }, odd))
    writeFileSync(files[0], server)
    expect(server).toContain(String.raw`Environment="FIQ_HOME=/h/a b$c%%\""`)
    expect(analyze('verify', ...files)).toBe(0)
    writeFileSync(files[0], server.replace('ExecStart="/', 'ExecStart="'))
    expect(analyze('verify', ...files)).not.toBe(0)
  },
)

test('behavior: enables it, and removes it completely', async () => {
  const output: string[] = []
  const run = (...words: readonly string[]) => output.push(words.join(' ')) > 0
  const path = await enableUnit(both, place, run, async () => output.push('(stop)'))
  expect(path).toBe(join(home, '.config/systemd/user/fiq.service'))
  expect(readFileSync(path, 'utf8')).toContain('WantedBy=default.target')
  expect(existsSync(alertsPath)).toBe(true)
  disableUnit(place, run)
  expect([existsSync(path), existsSync(alertsPath)]).toEqual([false, false])
  expect(output).toEqual([
    'daemon-reload',
    'enable fiq.service fiq-alerts.service',
    '(stop)',
    'start fiq.service fiq-alerts.service',
    'disable --now fiq.service fiq-alerts.service',
    'daemon-reload',
  ])
})

test('error: without the user manager nothing is left, and a running server stays', async () => {
  const stop = vi.fn(async () => {})
  await expect(enableUnit(both, place, () => false, stop)).rejects.toMatchObject({
    code: 'CONFIGURATION_INVALID',
  })
  expect(stop).not.toHaveBeenCalled()
  expect(existsSync(join(home, '.config/systemd/user/fiq.service'))).toBe(false)
  expect(existsSync(alertsPath)).toBe(false)
})

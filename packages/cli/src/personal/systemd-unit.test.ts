import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
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

test('behavior: enables it, and removes it completely', () => {
  const output: string[] = []
  const run = (...words: readonly string[]) => output.push(words.join(' ')) > 0
  const path = enableUnit(both, place, run)
  expect(path).toBe(join(home, '.config/systemd/user/fiq.service'))
  expect(readFileSync(path, 'utf8')).toContain('WantedBy=default.target')
  expect(existsSync(alertsPath)).toBe(true)
  disableUnit(place, run)
  expect([existsSync(path), existsSync(alertsPath)]).toEqual([false, false])
  expect(output).toEqual([
    'daemon-reload',
    'enable --now fiq.service fiq-alerts.service',
    'disable --now fiq.service fiq-alerts.service',
    'daemon-reload',
  ])
})

test('error: without the user manager nothing is left', () => {
  expect(() => enableUnit(both, place, () => false)).toThrow(
    expect.objectContaining({ code: 'CONFIGURATION_INVALID' }),
  )
  expect(existsSync(join(home, '.config/systemd/user/fiq.service'))).toBe(false)
  expect(existsSync(alertsPath)).toBe(false)
})

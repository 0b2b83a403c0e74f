import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { disableUnit, enableUnit, unitText } from './systemd-unit.ts'

const home = mkdtempSync(join(tmpdir(), 'fiq-unit-'))
afterAll(() => rmSync(home, { recursive: true }))
const place = { home, env: { FIQ_HOME: '/h', LANG: 'C' } }
const program = { command: '/usr/bin/node', words: ['/opt/a b/100%$x"/server.js'], shown: '' }

test('default: the unit starts this server, with words that systemd takes as they are', () => {
  const lines = unitText(program, place).split('\n')
  expect(lines).toContain(
    String.raw`ExecStart="/usr/bin/node" "/opt/a b/100%%$$x\"/server.js" "start" "--personal"`,
  )
  expect(lines.filter((line) => line.startsWith('Environment'))).toEqual([
    'Environment="FIQ_HOME=/h"',
  ])
})

test('behavior: it is enabled, and goes without a trace', () => {
  const said: string[] = []
  const run = (...words: readonly string[]) => said.push(words.join(' ')) > 0
  const path = enableUnit(program, place, run)
  expect(path).toBe(join(home, '.config/systemd/user/fiq.service'))
  expect(readFileSync(path, 'utf8')).toContain('WantedBy=default.target')
  disableUnit(place, run)
  expect(existsSync(path)).toBe(false)
  expect(said).toEqual([
    'daemon-reload',
    'enable --now fiq.service',
    'disable --now fiq.service',
    'daemon-reload',
  ])
})

test('error: without the user manager nothing is left', () => {
  expect(() => enableUnit(program, place, () => false)).toThrow(
    expect.objectContaining({ code: 'CONFIGURATION_INVALID' }),
  )
  expect(existsSync(join(home, '.config/systemd/user/fiq.service'))).toBe(false)
})

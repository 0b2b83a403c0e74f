import { expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import type { Check } from '../../doctor/check.ts'
import { run as runDoctor } from './run.ts'

type Context = Parameters<typeof runDoctor>[0]
const run = (context: Context, options: Record<string, true> = {}) =>
  runDoctor(context, { arguments: {}, options })

const well: Check = { name: 'journal', status: 'ok', detail: 'whole' }
const ill: Check = { name: 'clock', status: 'failed', detail: '90 s behind', remedy: 'Set it.' }

const server: Check = { name: 'server', status: 'ok', detail: 'http://127.0.0.1:4020' }

test('default: lists faults and the server, and counts the other passed checks', async () => {
  const settings: Check = { name: 'settings', status: 'ok', detail: 'profile default' }
  const { context, out } = sceneOf({ checks: [settings, well, ill, server] })
  await run(context).catch(() => {})
  expect(out()).toBe(
    `FAIL  clock   90 s behind
              try: Set it.
ok    server  http://127.0.0.1:4020
ok    2 others (--verbose lists them)
`,
  )
})

test('behavior: --verbose prints one line per check', async () => {
  const { context, out } = sceneOf({ checks: [well, server] })
  await run(context, { verbose: true })
  expect(out()).toBe('ok    journal  whole\nok    server   http://127.0.0.1:4020\n')
})

test('error: prints the failed check, which determines the exit code', async () => {
  const { context, out } = sceneOf({ checks: [well, ill], format: 'json' })
  await expect(run(context)).rejects.toMatchObject({
    code: 'CONFIGURATION_INVALID',
    facts: ['clock: 90 s behind'],
    remedy: 'Set it.',
  })
  expect(JSON.parse(out())).toEqual([{ ...well, remedy: null }, ill])
})

test('behavior: sorts faults first, then warnings, then successes', async () => {
  const warned: Check = { name: 'keychain', status: 'warning', detail: 'none' }
  const { context, out } = sceneOf({ checks: [server, warned, ill] })
  await run(context).catch(() => {})
  expect(out().match(/^\w+/gm)).toEqual(['FAIL', 'WARN', 'ok'])
})

test('behavior: on a terminal, prints the remedy below', async () => {
  const { context, out } = sceneOf({ checks: [ill] })
  await run(context).catch(() => {})
  expect(out()).toBe('FAIL  clock  90 s behind\n             try: Set it.\n')
})

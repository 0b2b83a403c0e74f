import { expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import type { Check } from '../../doctor/check.ts'
import { run } from './run.ts'

const well: Check = { name: 'journal', status: 'ok', detail: 'whole' }
const ill: Check = { name: 'clock', status: 'failed', detail: '90 s behind', remedy: 'Set it.' }

test('default: prints one line per check', async () => {
  const { context, out } = sceneOf({ checks: [well] })
  await run(context)
  expect(out()).toBe('ok    journal  whole\n')
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
  const { context, out } = sceneOf({ checks: [well, warned, ill] })
  await run(context).catch(() => {})
  expect(out().match(/^\w+/gm)).toEqual(['FAIL', 'WARN', 'ok'])
})

test('behavior: on a terminal, prints the remedy below', async () => {
  const { context, out } = sceneOf({ checks: [ill] })
  await run(context).catch(() => {})
  expect(out()).toBe('FAIL  clock  90 s behind\n             try: Set it.\n')
})

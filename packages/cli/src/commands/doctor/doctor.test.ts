import { expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import type { Check } from '../../doctor/check.ts'
import { run } from './run.ts'

const well: Check = { name: 'journal', status: 'ok', detail: 'whole' }
const ill: Check = { name: 'clock', status: 'failed', detail: '90 s behind', remedy: 'Set it.' }

test('default: one line a check', async () => {
  const { context, out } = sceneOf({ checks: [well] })
  await run(context)
  expect(out()).toBe('ok    journal  whole\n')
})

test('error: the failed check is printed and decides the exit code', async () => {
  const { context, out } = sceneOf({ checks: [well, ill], format: 'json' })
  await expect(run(context)).rejects.toMatchObject({
    code: 'CONFIGURATION_INVALID',
    facts: ['clock: 90 s behind'],
    remedy: 'Set it.',
  })
  expect(JSON.parse(out())).toEqual([{ ...well, remedy: null }, ill])
})

test('behavior: faults come first, then warnings, then what works', async () => {
  const warned: Check = { name: 'keychain', status: 'warning', detail: 'none' }
  const { context, out } = sceneOf({ checks: [well, warned, ill] })
  await run(context).catch(() => {})
  expect(out().match(/^\w+/gm)).toEqual(['FAIL', 'WARN', 'ok'])
})

test('behavior: on a terminal the remedy stands below', async () => {
  const { context, out } = sceneOf({ checks: [ill] })
  await run(context).catch(() => {})
  expect(out()).toBe('FAIL  clock  90 s behind\n             try: Set it.\n')
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../payment/testing/test-payer.ts'
import { lockFile } from './lock-file.ts'
import { lockName } from './update-file.ts'

const orders = join(import.meta.dirname, 'testing/write-orders.ts')

test('default: acquires a released lock again', () => {
  using folder = scratchFolder()
  const path = join(folder.path, 'sub', lockName)
  for (let count = 0; count < 3; count += 1) lockFile(path, 0)()
})

test('error: waits for a living holder, and then reports it as busy', async () => {
  using folder = scratchFolder()
  const path = join(folder.path, lockName)
  const holder = spawn(process.execPath, [orders, 'hold', join(folder.path, 'a')])
  await once(holder.stdout, 'data')
  expect(() => lockFile(path, 50)).toThrow(expect.objectContaining({ code: 'BUDGET_BUSY' }))
  // The system releases the lock of a killed process.
  holder.kill('SIGKILL')
  await once(holder, 'close')
  lockFile(path, 0)()
})

test('error: a folder that cannot be created is a configuration error', () => {
  using folder = scratchFolder()
  writeFileSync(join(folder.path, 'file'), '')
  expect(() => lockFile(join(folder.path, 'file', lockName))).toThrow(
    expect.objectContaining({ code: 'CONFIGURATION_INVALID' }),
  )
})

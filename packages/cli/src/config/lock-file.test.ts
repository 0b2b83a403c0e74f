import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../payment/testing/test-payer.ts'
import { lockFile } from './lock-file.ts'
import { lockName } from './update-file.ts'

const orders = join(import.meta.dirname, 'testing/write-orders.ts')

test('default: a lock that was released is taken again', () => {
  using folder = scratchFolder()
  const path = join(folder.path, 'sub', lockName)
  for (let count = 0; count < 3; count += 1) lockFile(path, 0)()
})

test('error: a living process that holds it is waited for, and then named as busy', async () => {
  using folder = scratchFolder()
  const path = join(folder.path, lockName)
  const holder = spawn(process.execPath, [orders, 'hold', join(folder.path, 'a')])
  await once(holder.stdout, 'data')
  expect(() => lockFile(path, 50)).toThrow(expect.objectContaining({ code: 'BUDGET_BUSY' }))
  // The lock of a process that was killed is nobody's: there is nothing to break.
  holder.kill('SIGKILL')
  await once(holder, 'close')
  lockFile(path, 0)()
})

test('error: a folder that cannot be made is a setting to correct', () => {
  using folder = scratchFolder()
  writeFileSync(join(folder.path, 'file'), '')
  expect(() => lockFile(join(folder.path, 'file', lockName))).toThrow(
    expect.objectContaining({ code: 'CONFIGURATION_INVALID' }),
  )
})

import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { databaseName } from './journal/open-database.ts'
import { resetJournal } from './reset-journal.ts'
import { startPaidServer } from './testing/hostile-server.ts'
import { payForOne } from './testing/paid-once.ts'
import { payerOptions, scratchFolder, testTerminal } from './testing/test-payer.ts'

test('behavior: asks first, changes nothing unconfirmed, and keeps an intact journal', async () => {
  using folder = scratchFolder()
  const server = await startPaidServer()
  await payForOne(folder.path, server.url)
  const reset = (replies: string[]) => {
    const { terminal } = testTerminal(replies)
    const world = payerOptions(folder.path, server.url, { terminal })
    return resetJournal(world, { isSure: false, withoutChain: true })
  }
  await expect(reset(['reset'])).rejects.toMatchObject({
    code: 'USAGE',
    message: 'The payment journal is intact and was not reset.',
  })
  for (const end of ['', '-wal', '-shm'])
    rmSync(join(folder.path, `${databaseName}${end}`), { force: true })
  await expect(reset([])).rejects.toMatchObject({ code: 'USAGE' })
  await expect(reset(['no'])).rejects.toMatchObject({ code: 'DECLINED' })
  expect(existsSync(join(folder.path, databaseName))).toBe(false)
  expect(await reset(['reset'])).toEqual({ movedTo: undefined, payments: [], isFromChain: false })
  await payForOne(folder.path, server.url)
  expect(server.payments).toHaveLength(2)
  await server.close()
})

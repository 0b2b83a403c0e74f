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
  const lose = () => {
    for (const end of ['', '-wal', '-shm'])
      rmSync(join(folder.path, `${databaseName}${end}`), { force: true })
  }
  lose()
  await expect(reset([])).rejects.toMatchObject({ code: 'USAGE' })
  await expect(reset(['no'])).rejects.toMatchObject({ code: 'DECLINED' })
  expect(existsSync(join(folder.path, databaseName))).toBe(false)
  expect(await reset(['reset'])).toEqual({ movedTo: undefined, payments: [], isFromChain: false })
  await payForOne(folder.path, server.url)
  expect(server.payments).toHaveLength(2)
  // Without a prompt, the warning is printed too.
  lose()
  const { terminal, shown } = testTerminal([])
  const world = payerOptions(folder.path, server.url, { terminal })
  await resetJournal(world, { isSure: true, withoutChain: true })
  expect(shown.join('')).toContain('may still settle and is not counted')
  await server.close()
})

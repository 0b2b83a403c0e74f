import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { databaseName } from './journal/open-database.ts'
import { payAndRetry } from './pay-and-retry.ts'
import { resetJournal } from './reset-journal.ts'
import { startPaidServer } from './testing/hostile-server.ts'
import { payForOne } from './testing/paid-once.ts'
import {
  payerOptions,
  requestTo,
  scratchFolder,
  testPayer,
  testTerminal,
} from './testing/test-payer.ts'

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
  lose(folder.path)
  await expect(reset([])).rejects.toMatchObject({ code: 'USAGE' })
  await expect(reset(['no'])).rejects.toMatchObject({ code: 'DECLINED' })
  expect(existsSync(join(folder.path, databaseName))).toBe(false)
  expect(await reset(['reset'])).toEqual({ movedTo: undefined, payments: [], isFromChain: false })
  await payForOne(folder.path, server.url)
  expect(server.payments).toHaveLength(2)
  // Without a prompt, the warning is printed too.
  lose(folder.path)
  const { terminal, shown } = testTerminal([])
  const world = payerOptions(folder.path, server.url, { terminal })
  await resetJournal(world, { isSure: true, withoutChain: true })
  expect(shown.join('')).toContain('may still settle and is not counted')
  await server.close()
})

test('error: a process that used the journal before a reset pays nothing until it starts again', async () => {
  using folder = scratchFolder()
  const server = await startPaidServer()
  const { payer, signatures } = testPayer(folder.path, server.url)
  const pay = (ticker: string, by = payer) => payAndRetry(requestTo(server.url, [ticker]), by)
  await pay('A')
  const refused = {
    code: 'JOURNAL_UNAVAILABLE',
    funds: 'untouched',
    facts: expect.arrayContaining([`Process: ${process.pid}`]),
    remedy: expect.stringContaining('start it again'),
  }
  lose(folder.path)
  await expect(pay('B')).rejects.toMatchObject(refused)
  await resetJournal(payerOptions(folder.path, server.url), { isSure: true, withoutChain: true })
  await expect(pay('C')).rejects.toMatchObject(refused)
  expect([signatures.length, server.payments.length]).toEqual([1, 1])
  const { payer: restarted } = testPayer(folder.path, server.url)
  await pay('C', restarted)
  expect(server.payments).toHaveLength(2)
  for (const each of [payer, restarted]) each.close()
  await server.close()
})

test('error: a payment that was reserved before a reset is not sent after it', async () => {
  using folder = scratchFolder()
  const server = await startPaidServer()
  const { payer } = testPayer(folder.path, server.url, {
    step: (name) => {
      if (name === 'signature made') lose(folder.path)
    },
  })
  await expect(payAndRetry(requestTo(server.url), payer)).rejects.toMatchObject({
    code: 'JOURNAL_UNAVAILABLE',
    funds: 'untouched',
    facts: expect.arrayContaining(['The signed payment was never sent.']),
  })
  expect(server.payments).toEqual([])
  payer.close()
  await server.close()
})

function lose(folder: string): void {
  for (const end of ['', '-wal', '-shm'])
    rmSync(join(folder, `${databaseName}${end}`), { force: true })
}

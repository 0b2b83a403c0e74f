import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addKnownWallet } from '../wallet/keys/known-wallets.ts'
import { databaseName, openDatabase } from './journal/open-database.ts'
import { payAndRetry } from './pay-and-retry.ts'
import type { PayerOptions } from './payer-options.ts'
import { resetJournal } from './reset-journal.ts'
import { again402 } from './testing/hostile-modes.ts'
import { startPaidServer } from './testing/hostile-server.ts'
import { payForOne } from './testing/paid-once.ts'
import { nodeStart, nodeWith } from './testing/paying-node.ts'
import {
  payerOptions,
  requestTo,
  scratchFolder,
  testAddress,
  testClock,
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
  expect(shown.join('')).toContain('counts only if the old journal can be read')
  await server.close()
})

describe('the sums of a reset', () => {
  const resetWith = (folder: string, paidIn: number[], given: Partial<PayerOptions> = {}) => {
    const options = payerOptions(folder, new URL('https://fiq.example'), {
      clock: testClock(nodeStart + 9 * 86_400_000),
      rpcUrl: new URL('https://rpc.example'),
      send: nodeWith(10, paidIn),
      ...given,
    })
    const terms = { isSure: !options.terminal.interactive, withoutChain: false }
    return { reset: () => resetJournal(options, terms), options }
  }
  const damage = (folder: string) =>
    writeFileSync(join(folder, databaseName), 'not a journal'.repeat(999))

  test('default: include payments of the key in the environment', async () => {
    using folder = scratchFolder()
    damage(folder.path)
    const { reset, options } = resetWith(folder.path, [2, 3])
    expect(await reset()).toMatchObject({ isFromChain: true, payments: [{}, {}] })
    const { payer } = testPayer(folder.path, options.serverUrl, { clock: options.clock })
    expect(payer.budget.standing().days30).toBe(30_000n)
    payer.close()
  })

  test('behavior: count a payer once, and say which payments they leave out', async () => {
    using folder = scratchFolder()
    addKnownWallet(folder.path, { name: 'main', address: testAddress, place: 'keystore' })
    damage(folder.path)
    expect((await resetWith(folder.path, [2]).reset()).payments).toHaveLength(1)

    damage(folder.path)
    const { terminal, shown } = testTerminal([])
    const secrets = { privateKey: `0x${'2'.padStart(64, '0')}` }
    const other = resetWith(folder.path, [2], { secrets, terminal })
    expect((await other.reset()).payments).toHaveLength(1)
    expect(shown.join('')).toContain('nor those of FIQ_PRIVATE_KEY unless it is given')
  })

  test('behavior: include what was paid while the prompt waited', async () => {
    using folder = scratchFolder()
    damage(folder.path)
    const paidIn = [2]
    const { terminal, shown } = testTerminal(['reset'])
    const prompt = async (text: string) => {
      paidIn.push(8)
      return terminal.prompt(text)
    }
    const given = { terminal: { ...terminal, prompt } }
    expect((await resetWith(folder.path, paidIn, given).reset()).payments).toHaveLength(2)
    expect(shown.join('')).toContain('Payments of the last 30 days on the chain: 1, 0.015 USDC')
  })
})

test('behavior: a payment that may still settle counts after a reset, and is resumed', async () => {
  using folder = scratchFolder()
  const server = await startPaidServer({ paid: again402, rpc: 'absent' })
  const clock = testClock()
  const { payer, signatures } = testPayer(folder.path, server.url, { clock })
  const doubt = { code: 'PAYMENT_OUTCOME_UNKNOWN' }
  await expect(payAndRetry(requestTo(server.url), payer)).rejects.toMatchObject(doubt)
  payer.close()
  const database = openDatabase(folder.path)
  database.run('DELETE FROM clock')
  database.close()
  const world = payerOptions(folder.path, server.url, { clock })
  const reset = await resetJournal(world, { isSure: true, withoutChain: true })
  expect(reset).toMatchObject({ payments: [{ amount: 15_000n }], isFromChain: false })

  const { payer: restarted, signatures: again } = testPayer(folder.path, server.url, { clock })
  expect(restarted.budget.standing().day).toBe(15_000n)
  server.become({})
  expect(await payAndRetry(requestTo(server.url), restarted)).toMatchObject({ resumed: true })
  expect([signatures.length, again.length, new Set(server.headersSeen).size]).toEqual([1, 0, 1])
  restarted.close()
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

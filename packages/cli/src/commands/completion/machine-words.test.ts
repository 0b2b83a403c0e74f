import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import type { CliContext } from '../../compose/context.ts'
import { openLists } from '../../lists/open-lists.ts'
import { machineWords } from './machine-words.ts'

let folder = ''
let context: CliContext
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiq-words-'))
  writeFileSync(join(folder, 'tech.toml'), 'tickers = ["AAPL", "MSFT"]')
  writeFileSync(join(folder, 'ira.csv'), 'ticker,shares,cost\nAAPL,40,412.50\n')
  writeFileSync(join(folder, 'zbroken.csv'), 'name\nx\n')
  const money = {
    wallets: { list: async () => ({ wallets: [{ name: 'main' }, { name: 'play' }] }) },
    payments: { list: async () => [{ id: `0x9617277e${'0'.repeat(56)}` }] },
  } as unknown as CliContext['money']
  context = { ...sceneOf({ profiles: ['work'] }).context, lists: openLists(folder), money }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['tickers', '', ['@ira', '@tech', '@zbroken', 'AAPL', 'MSFT']],
  ['tickers', 'NVDA,@t', ['NVDA,@tech']],
  ['lists', 't', ['tech']],
  ['lists', '@i', ['@ira']],
  ['areas', 'news,insider', ['news,insiderTrades']],
  ['areas', 'all,-ne', ['all,-news']],
  ['profiles', '', ['default', 'work']],
  ['wallets', 'p', ['play']],
  ['payments', '0x', ['0x9617277e']],
] as const)('default: the %s that continue %j', async (kind, typed, offered) => {
  expect(await machineWords(kind, typed, context)).toEqual(offered)
})

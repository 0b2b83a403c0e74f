import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDevnet } from '../../devnet/chain.ts'
import { readBalance } from './read-balance.ts'

test('default: returns the balance of an address on the chain, and 0 for a new one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-balance-'))
  const devnet = await openDevnet({ dataFile: join(folder, 'devnet.sqlite') })
  const holder = `0x${'7'.repeat(40)}` as const
  expect(await readBalance(devnet, holder)).toBe(0n)
  await devnet.faucet(holder, 29_000n)
  expect(await readBalance(devnet, holder)).toBe(29_000n)
  await devnet.close()
  rmSync(folder, { recursive: true, force: true })
})

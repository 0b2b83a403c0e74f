import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDevnet } from '../../packages/server/src/devnet/chain.ts'

/** Adds play money for a payer to the ledger of a chain that no server has open. */
export async function fund(folder: string, address: `0x${string}`): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const devnet = await openDevnet({ dataFile: join(folder, 'devnet.sqlite') })
  await devnet.faucet(address, 1_000_000_000_000n)
  await devnet.close()
}

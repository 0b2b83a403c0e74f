import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import { createPublicClient, custom, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { base } from 'viem/chains'
import { afterAll, expect, test } from 'vitest'
import { openDevnet } from './chain.ts'

const folder = mkdtempSync(join(tmpdir(), 'fiq-crash-'))
afterAll(() => rmSync(folder, { recursive: true }))
const abi = parseAbi(['function authorizationState(address, bytes32) view returns (bool)'])

test.each([1, 7, 40])(
  'behavior: keeps the blocks mined before the process was killed after %i payments',
  async (payments) => {
    const key = generatePrivateKey()
    const payer = privateKeyToAccount(key).address
    const dataFile = join(folder, `${payments}.sqlite`)
    const nonces = await payAndKill(dataFile, key, payments)

    const chain = await openDevnet({ dataFile })
    const client = createPublicClient({ chain: base, transport: custom(chain, { retryCount: 0 }) })
    for (const nonce of nonces)
      expect(
        await client.readContract({
          address: usdcOnBase.asset,
          abi,
          functionName: 'authorizationState',
          args: [payer, nonce],
        }),
      ).toBe(true)
    const paid = await chain.balanceOf(chain.payTo)
    expect(paid).toBeGreaterThanOrEqual(BigInt(nonces.length))
    expect((await chain.balanceOf(payer)) + paid).toBe(1_000_000n)
    const height = await client.getBlockNumber()
    expect(height).toBe(1n + paid)
    expect(await client.getLogs({ address: usdcOnBase.asset, fromBlock: 0n })).toHaveLength(
      2 + 2 * Number(paid),
    )
    expect(await client.getTransactionCount({ address: chain.settler.address })).toBe(Number(paid))
    await chain.close()
  },
)

/** @returns The nonces of the payments that were mined before the process was killed. */
async function payAndKill(
  dataFile: string,
  key: string,
  payments: number,
): Promise<`0x${string}`[]> {
  const script = fileURLToPath(new URL('./testing/pay-until-killed.ts', import.meta.url))
  const child = spawn(process.execPath, [script, dataFile, key], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const nonces: `0x${string}`[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    nonces.push(line as `0x${string}`)
    if (nonces.length === payments) child.kill('SIGKILL')
  }
  await exited
  expect(nonces.length).toBeGreaterThanOrEqual(payments)
  return nonces
}

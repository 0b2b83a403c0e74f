import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ExactEvmScheme } from '@x402/evm'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { SettingName } from '../packages/server/src/config/settings.ts'
import { runningServer } from './testing/running-server.ts'

const [earlier, later] = [`0x${'1a'.repeat(20)}`, `0x${'2b'.repeat(20)}`] as const

test('behavior: refuses another --pay-to without --change-pay-to; earlier payments keep their payee', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fiq-pay-to-'))
  const payer = privateKeyToAccount(generatePrivateKey())
  const client = new x402Client().register('eip155:8453', new ExactEvmScheme(payer))
  const sent: Request[] = []
  const pay = wrapFetchWithPayment((...asked) => {
    sent.push(new Request(...asked))
    return fetch(sent.at(-1)!.clone())
  }, client)
  const ask = (url: string) => {
    const headers = { 'content-type': 'application/json' }
    const body = '{"query":"{ marketStatus { session } }"}'
    return pay(`${url}/api/graphql`, { method: 'POST', headers, body })
  }
  const start = (flags: Partial<Record<SettingName, string>>) =>
    runningServer({ dataDir, ...flags })

  const first = await start({ payTo: earlier })
  const { port } = new URL(first.url)
  await first.devnet.faucet(payer.address, 1_000_000n)
  const bought = await (await ask(first.url)).text()
  expect(await first.devnet.balanceOf(earlier)).toBe(15_000n)
  await first.stop()

  await expect(start({ payTo: later })).rejects.toMatchObject({
    code: 'CONFIGURATION_INVALID',
    remedy: expect.stringContaining('--change-pay-to'),
  })
  const changed = await start({ payTo: later, changePayTo: 'on', port })
  const again = await fetch(sent.at(-1)!.clone())
  expect([again.status, await again.text()]).toEqual([200, bought])
  await ask(changed.url)
  expect(await changed.devnet.balanceOf(later)).toBe(15_000n)
  expect(await changed.devnet.balanceOf(earlier)).toBe(15_000n)
  await changed.stop()

  await (await start({ payTo: later })).stop()
  rmSync(dataDir, { recursive: true, force: true })
})

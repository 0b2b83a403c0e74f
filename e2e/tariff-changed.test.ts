import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Authorization, typedDataOf } from '@fiq/shared/payment/authorization'
import { readPaymentRequired } from '@fiq/shared/payment/payment-required'
import { paymentSignatureHeader } from '@fiq/shared/payment/payment-signature'
import { priceBounds } from '@fiq/shared/pricing/tariff'
import { tariff } from '@fiq/shared/schema/contract'
import { toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { openStore } from '../packages/server/src/storage/open-store.ts'
import { beginTariff } from '../packages/server/src/storage/terms/earlier-tariff.ts'
import { runningServer } from './testing/running-server.ts'

test('behavior: after a tariff change, the server honours quotes of the previous tariff', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fiq-tariff-'))
  const { database, record } = await openStore({ database: undefined, dataDir }, () => {})
  const rates = { ...tariff.rates, 'Query.marketStatus': { credits: 10 } }
  const quotes = { nowMs: Date.now(), quotedMs: 60_000 }
  const bounds = { ...priceBounds, amountMin: 33_000n }
  await beginTariff(database, { version: 'before', rates, bounds }, quotes)
  await record.close()

  const server = await runningServer({ dataDir })
  const payer = privateKeyToAccount(generatePrivateKey())
  await server.devnet.faucet(payer.address, 1_000_000n)
  const ask = (headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query: '{ marketStatus { session } }' }),
    })
  const quoted = readPaymentRequired((await ask()).headers.get('payment-required'))
  expect(quoted.requirements.amount).toBe(15_000n)
  const authorization: Authorization = {
    from: payer.address,
    to: quoted.requirements.payTo,
    value: 33_000n,
    validAfter: 0n,
    validBefore: BigInt(Math.floor(Date.now() / 1_000)) + 60n,
    nonce: toHex(1n, { size: 32 }),
  }
  const signature = await payer.signTypedData(typedDataOf(authorization))
  const asQuoted = { ...quoted, quote: undefined, offer: { ...quoted.offer, amount: '33000' } }
  const payment = paymentSignatureHeader(asQuoted, { authorization, signature })

  const answer = await ask({ 'payment-signature': payment })
  expect([answer.status, await answer.json()]).toMatchObject([
    200,
    { extensions: { payment: { state: 'settled', amount: '0.033' } } },
  ])
  expect(await server.devnet.balanceOf(server.payTo)).toBe(33_000n)
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

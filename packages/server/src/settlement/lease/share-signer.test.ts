import { typedDataOf } from '@fiq/shared/payment/authorization'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { openDevnet } from '../../devnet/chain.ts'
import { openPostgresDatabase } from '../../storage/database/postgres-database.ts'
import { createTestSchema, postgres } from '../../storage/database/testing/postgres.ts'
import { openPaymentRecord } from '../../storage/payments/open-payment-record.ts'
import { createServedSettlements } from '../../storage/settlement/served-settlements.ts'
import { openLocalFacilitator } from '../settle/local.ts'
import { fenceBroadcasts, shareSigner, signerChannel } from './share-signer.ts'

test.skipIf(!postgres)(
  'default: the lease holder sends a payment that either instance received',
  async () => {
    const schema = await createTestSchema(postgres!)
    const devnet = await openDevnet()
    const sentBy: string[] = []
    const instance = async (name: string) => {
      const database = await openPostgresDatabase(schema.url, () => {})
      const record = openPaymentRecord(database)
      const served = createServedSettlements(database, Date.now, record.limits)
      const report = () => {}
      const openChannel = signerChannel({ url: schema.url, database, report })
      const parts = { database, record, served, openChannel, report }
      const shared = await shareSigner(parts)(devnet.settler.address)
      const request = shared.fence((asked) => {
        if (asked.method === 'eth_sendRawTransaction') sentBy.push(name)
        return devnet.request(asked)
      })
      const alone = openLocalFacilitator({ request, signer: devnet.settler })
      return { ...(await shared.share(alone)), record, close: shared.close }
    }
    const [a, b] = [await instance('a'), await instance('b')]

    const payer = privateKeyToAccount(generatePrivateKey())
    await devnet.faucet(payer.address, 1_000_000n)
    const pay = async (at: typeof a) => {
      const authorization = {
        from: payer.address,
        to: devnet.payTo,
        value: 3_000n,
        validAfter: 0n,
        validBefore: 9_999_999_999n,
        nonce: generatePrivateKey(),
      }
      const signature = await payer.signTypedData(typedDataOf(authorization))
      return at.settle({ authorization, signature }, { onBroadcast: () => {} })
    }
    expect((await Promise.all([pay(a), pay(b), pay(b)])).map(({ outcome }) => outcome)).toEqual(
      Array(3).fill('settled'),
    )
    expect(new Set(sentBy)).toEqual(new Set(['a']))

    await a.close()
    sentBy.length = 0
    expect((await pay(b)).outcome).toBe('settled')
    expect(sentBy).toEqual(['b'])
    expect(await devnet.balanceOf(devnet.payTo)).toBe(12_000n)

    await b.close()
    for (const { record } of [a, b]) await record.close()
    await devnet.close()
    await schema.drop()
  },
)

function scene(proofs: boolean[]) {
  const requests: string[] = []
  const request = fenceBroadcasts(
    async ({ method }) => {
      requests.push(method)
      return method
    },
    { prove: async () => proofs.shift() ?? false },
  )
  return { requests, request }
}

test('default: sends a transaction while the lease is proven', async () => {
  const { requests, request } = scene([true])
  expect(await request({ method: 'eth_sendRawTransaction' })).toBe('eth_sendRawTransaction')
  expect(requests).toEqual(['eth_sendRawTransaction'])
})

test('error: without it sends none, with a final refusal; reads still work', async () => {
  const { requests, request } = scene([false])
  await expect(request({ method: 'eth_sendRawTransaction' })).rejects.toMatchObject({
    code: -32_000,
  })
  await request({ method: 'eth_call' })
  expect(requests).toEqual(['eth_call'])
})

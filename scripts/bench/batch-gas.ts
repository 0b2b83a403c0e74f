import { randomBytes } from 'node:crypto'
import { type Authorization, typedDataOf } from '@fiq/shared/payment/authorization'
import { toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { openDevnet } from '../../packages/server/src/devnet/chain.ts'
import { openLocalFacilitator } from '../../packages/server/src/settlement/settle/local.ts'
import { batchMax } from '../../packages/server/src/settlement/settle/settler.ts'

/** Gas per payment in a full batch, by number of payers. */
export type BatchGas = { payers: number; payments: number; gasPerPayment: number }

/**
 * Settles a full batch on an embedded chain and reads its gas. All payments have one payer, or each
 * has another.
 */
export async function gasOfBatch(payers: number): Promise<BatchGas> {
  const devnet = await openDevnet()
  const { request, settler: signer, payTo } = devnet
  const fees = async () => ({ maxFeePerGas: 0n, maxPriorityFeePerGas: 0n })
  const facilitator = openLocalFacilitator({ request, signer, fees })
  const accounts = Array.from({ length: payers }, () => privateKeyToAccount(generatePrivateKey()))
  for (const { address } of accounts) await devnet.faucet(address, 1_000_000_000n)
  const payments = Array.from({ length: batchMax }, async (_, place) => {
    const account = accounts[place % payers]!
    const authorization: Authorization = {
      from: account.address,
      to: payTo,
      value: 3_000n,
      validAfter: 0n,
      validBefore: 2n ** 40n,
      nonce: toHex(randomBytes(32)),
    }
    return { authorization, signature: await account.signTypedData(typedDataOf(authorization)) }
  })
  const settled = await Promise.all(
    (await Promise.all(payments)).map((payment) =>
      facilitator.settle(payment, { onBroadcast: async () => {} }),
    ),
  )
  const last = settled.at(-1)!
  if (last.outcome !== 'settled') throw new Error('The batch was not settled.')
  const together = settled.filter(
    (one) => one.outcome === 'settled' && one.transaction === last.transaction,
  ).length
  const receipt = await request({
    method: 'eth_getTransactionReceipt',
    params: [last.transaction],
  })
  await devnet.close()
  const { gasUsed } = receipt as { gasUsed: string }
  return { payers, payments: together, gasPerPayment: Math.round(Number(gasUsed) / together) }
}

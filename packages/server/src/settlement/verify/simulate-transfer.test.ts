import { typedDataOf } from '@fiq/shared/payment/authorization'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, expect, test } from 'vitest'
import { openDevnet } from '../../devnet/chain.ts'
import { type ChainPort, readWalletAnswer } from '../chain/chain-reads.ts'
import { openLocalFacilitator } from '../settle/local.ts'
import { transferFault } from './simulate-transfer.ts'

const devnet = await openDevnet()
afterAll(() => devnet.close())
const payer = privateKeyToAccount(generatePrivateKey())
await devnet.faucet(payer.address, 10n)

const signed = async (value: bigint) => {
  const authorization = {
    from: payer.address,
    to: devnet.payTo,
    value,
    validAfter: 0n,
    validBefore: 2n ** 40n,
    nonce: generatePrivateKey(),
  }
  return { authorization, signature: await payer.signTypedData(typedDataOf(authorization)) }
}

test('default: accepts a payment that would move, without moving it', async () => {
  expect(await transferFault(devnet, await signed(10n))).toBeUndefined()
  expect(await devnet.balanceOf(payer.address)).toBe(10n)
})

test('error: refuses more than the payer has', async () => {
  expect(await transferFault(devnet, await signed(11n))).toMatchObject({
    reason: 'invalid_exact_evm_insufficient_balance',
  })
})

test('error: refuses a used nonce', async () => {
  const payment = await signed(1n)
  const facilitator = openLocalFacilitator({ request: devnet.request, signer: devnet.settler })
  await facilitator.settle(payment, { onBroadcast: () => {} })
  expect(await transferFault(devnet, payment)).toMatchObject({
    reason: 'invalid_exact_evm_nonce_already_used',
  })
})

test('error: a wallet that accepts when asked and burns gas when it pays has the gas of a settlement', async () => {
  const wallet = `0x${'88'.repeat(20)}` as const
  // Returns the ERC-1271 magic value to a caller without address; loops for the token.
  const code = '0x3315600a575b600556fe5b631626ba7e60e01b60005260206000f3'
  await devnet.request({ method: 'hardhat_setCode', params: [wallet, code] })
  await devnet.faucet(wallet, 10n)
  const digest = `0x${'11'.repeat(32)}` as const
  expect(await readWalletAnswer(devnet, wallet, digest, '0x1234')).toBe(true)

  const gas: unknown[] = []
  const watched: ChainPort = {
    request(request) {
      const [call] = request.params as [{ gas?: string }]
      gas.push(call.gas)
      return devnet.request(request)
    },
  }
  const { authorization } = await signed(10n)
  const payment = {
    authorization: { ...authorization, from: wallet },
    signature: '0x1234',
  } as const
  expect(await transferFault(watched, payment)).toMatchObject({
    reason: 'invalid_exact_evm_signature',
  })
  expect(gas).toEqual(['0xf4240'])
})

test('error: an unreachable node is not a refusal', async () => {
  const silent = { request: () => Promise.reject(new Error('It cannot be reached.')) }
  await expect(transferFault(silent, await signed(1n))).rejects.toThrow('It cannot be reached.')
})

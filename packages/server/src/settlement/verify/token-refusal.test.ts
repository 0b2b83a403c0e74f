import { type Authorization, typedDataOf } from '@fiq/shared/payment/authorization'
import type { Hex } from '@fiq/shared/payment/wire'
import { encodeFunctionData, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, expect, test } from 'vitest'
import { devnetPayee, devnetSettler } from '../../devnet/accounts.ts'
import { reversibleChain } from '../../devnet/testing/reversible-chain.ts'
import { signCancellation } from '../../devnet/testing/sign-cancellation.ts'
import { openLocalFacilitator } from '../settle/local.ts'

const abi = parseAbi([
  'function setPaused(bool)',
  'function setBlacklisted(address, bool)',
  'function cancelAuthorization(address, bytes32, bytes)',
])
const payTo = devnetPayee.address.toLowerCase() as Hex
const payer = privateKeyToAccount(generatePrivateKey())
const from = payer.address.toLowerCase() as Hex

let chain: Awaited<ReturnType<typeof reversibleChain>>
beforeEach(async () => {
  chain = await reversibleChain()
  await chain.mint(payer.address, 1_000_000n)
})

const pause = () => chain.send(encodeFunctionData({ abi, functionName: 'setPaused', args: [true] }))
const blacklist = (account: Hex) => () =>
  chain.send(encodeFunctionData({ abi, functionName: 'setBlacklisted', args: [account, true] }))
const cancel = async (nonce: Hex) => {
  const signature = await signCancellation(payer, nonce)
  const args = [from, nonce, signature] as const
  return chain.send(encodeFunctionData({ abi, functionName: 'cancelAuthorization', args }))
}

test.each([
  ['USDC is paused', pause, 'token_paused', /paused USDC/],
  [
    'the payer is blacklisted',
    blacklist(from),
    'payer_blacklisted',
    /the payer\. Pay from another/,
  ],
  [
    'the payee is blacklisted',
    blacklist(payTo),
    'payee_blacklisted',
    /receives the payment\. Tell the operator/,
  ],
  [
    'the authorization is canceled',
    cancel,
    'authorization_canceled',
    /payer canceled the authorization/,
  ],
] as const)('error: %s between verify and settle', async (_, befall, reason, message) => {
  const facilitator = openLocalFacilitator({
    request: chain.request,
    signer: devnetSettler,
    fees: async () => ({ maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }),
    pause: async () => {},
  })
  const nowSeconds = Math.floor(Date.now() / 1_000)
  const authorization: Authorization = {
    from,
    to: payTo,
    value: 15_000n,
    validAfter: 0n,
    validBefore: BigInt(nowSeconds + 60),
    nonce: `0x${'7'.repeat(64)}`,
  }
  const signed = { authorization, signature: await payer.signTypedData(typedDataOf(authorization)) }
  const verified = await facilitator.verify(signed, { amount: 15_000n, payTo, nowSeconds })
  expect(verified.isValid).toBe(true)
  await befall(authorization.nonce)
  expect(await facilitator.settle(signed, { onBroadcast() {} })).toEqual({
    outcome: 'refused',
    reason: `invalid_exact_evm_${reason}`,
    message: expect.stringMatching(message),
  })
  expect(await chain.balanceOf(payTo)).toBe(0n)
})

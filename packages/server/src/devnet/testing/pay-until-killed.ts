import { typedDataOf } from '@fiq/shared/payment/authorization'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import { encodeFunctionData, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { openDevnet } from '../chain.ts'

const abi = parseAbi([
  'function transferWithAuthorization(address, address, uint256, uint256, uint256, bytes32, bytes)',
])

/**
 * Pays on the chain of a file without end. Writes each mined nonce to stdout on a line, after the
 * chain answered. A test kills this process at any moment.
 */
async function payUntilKilled(dataFile: string, key: Hex): Promise<never> {
  const chain = await openDevnet({ dataFile })
  const payer = privateKeyToAccount(key)
  await chain.faucet(payer.address, 1_000_000n)
  for (let count = 0; ; count++) {
    const nonce = generatePrivateKey()
    const order = {
      from: payer.address,
      to: chain.payTo,
      value: 1n,
      validAfter: 0n,
      validBefore: 2n ** 40n,
      nonce,
    }
    const signature = await payer.signTypedData(typedDataOf(order))
    const args = [
      order.from,
      order.to,
      order.value,
      order.validAfter,
      order.validBefore,
      nonce,
      signature,
    ] as const
    const transaction = await chain.settler.signTransaction({
      chainId: usdcOnBase.chainId,
      nonce: count,
      gas: 200_000n,
      maxFeePerGas: 0n,
      maxPriorityFeePerGas: 0n,
      to: usdcOnBase.asset,
      data: encodeFunctionData({ abi, args }),
    })
    await chain.request({ method: 'eth_sendRawTransaction', params: [transaction] })
    process.stdout.write(`${nonce}\n`)
  }
}

await payUntilKilled(process.argv[2]!, process.argv[3] as Hex)

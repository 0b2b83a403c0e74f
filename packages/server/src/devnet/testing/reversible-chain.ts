import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import { type Hex, quantityOf } from '@fiq/shared/payment/wire'
import { encodeFunctionData, parseAbi } from 'viem'
import { devnetMinter, devnetSettler } from '../accounts.ts'
import { multicallAddress } from '../chain.ts'
import multicall from '../contracts/Multicall3.json' with { type: 'json' }
import token from '../contracts/Usdc.json' with { type: 'json' }
import { startEvm } from '../evm.ts'

const abi = parseAbi([
  'function mint(address to, uint256 amount) returns (bool)',
  'function balanceOf(address account) view returns (uint256)',
])

/** The embedded chain without a ledger, so that blocks can be removed. */
export async function reversibleChain() {
  const evm = await startEvm(usdcOnBase.chainId, [
    { address: usdcOnBase.asset, code: token.runtimeBytecode },
    { address: multicallAddress, code: multicall.runtimeBytecode },
    { address: devnetSettler.address, balance: 10n ** 21n },
  ])
  await evm.request({ method: 'hardhat_impersonateAccount', params: [devnetMinter] })
  const plain = (address: Hex) => address.toLowerCase() as Hex
  /** A transaction of the minter to the token. */
  const send = (data: Hex) => {
    const transaction = {
      from: devnetMinter,
      to: usdcOnBase.asset,
      gas: '0x30d40',
      gasPrice: '0x0',
    }
    return evm.request({ method: 'eth_sendTransaction', params: [{ ...transaction, data }] })
  }
  return {
    ...evm,
    send,
    mint: (to: Hex, amount: bigint) =>
      send(encodeFunctionData({ abi, functionName: 'mint', args: [plain(to), amount] })),
    async balanceOf(address: Hex): Promise<bigint> {
      const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [plain(address)] })
      const call = { to: usdcOnBase.asset, data }
      return BigInt(String(await evm.request({ method: 'eth_call', params: [call, 'latest'] })))
    },
    mine: (blocks: number) => evm.request({ method: 'hardhat_mine', params: [quantityOf(blocks)] }),
    /** @returns A function that removes every later block. */
    async mark(): Promise<() => Promise<unknown>> {
      const id = await evm.request({ method: 'evm_snapshot' })
      return () => evm.request({ method: 'evm_revert', params: [id] })
    },
  }
}

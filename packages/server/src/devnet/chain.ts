import { sameAddress, usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import { type Hex, quantityOf } from '@fiq/shared/payment/wire'
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { devnetMinter, devnetPayee, devnetSettler } from './accounts.ts'
import multicall from './contracts/Multicall3.json' with { type: 'json' }
import token from './contracts/Usdc.json' with { type: 'json' }
import { durably } from './durably.ts'
import { type GenesisAccount, type RpcRequest, startEvm } from './evm.ts'
import { withHistory } from './history.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { RpcError } from './rpc-error.ts'
import { tokenStorage } from './token-storage.ts'

/** Address of Multicall3, the same on every chain. */
export const multicallAddress = '0xcA11bde05977b3631167028862bE2a173976CA11'
/** Maximum of one faucet call: a million USDC. */
export const faucetAmountMax = 1_000_000_000_000n

/** A private chain in this process. To a client that pays with USDC, it looks like Base. */
export type Devnet = {
  /** EIP-1193: returns the result or throws an RpcError. Allows every method of the EVM. */
  request(request: RpcRequest): Promise<unknown>
  /** Mints `amount` atomic units to `address`. @returns the transaction hash. */
  faucet(address: Hex, amount: bigint): Promise<Hex>
  /** USDC balance of an address in atomic units. */
  balanceOf(address: Hex): Promise<bigint>
  /** The account that sends settlements. It holds ether for gas; its key is public. */
  settler: PrivateKeyAccount
  /** The default payee. */
  payTo: Hex
  close(): Promise<void>
}

const abi = parseAbi([
  'function mint(address to, uint256 amount) returns (bool)',
  'function balanceOf(address account) view returns (uint256)',
])
const ether = 10n ** 18n

/**
 * Opens the embedded chain: chain id of Base, the token at its USDC address, Multicall3, a settler
 * with gas. Each transaction is mined at once, and is on disk before a caller can see it.
 *
 * A restart preserves USDC balances, used authorization nonces, transaction counts, receipts and
 * logs. It loses contracts that callers deployed, allowances and ether.
 *
 * @param dataFile - SQLite file of the ledger. If absent, the ledger is kept in memory.
 * @throws FiqError `CONFIGURATION_INVALID` for an unusable file.
 */
export async function openDevnet({ dataFile }: { dataFile?: string } = {}): Promise<Devnet> {
  const ledger = openLedger(dataFile, usdcOnBase.asset)
  const height = ledger.height()
  const evm = await startEvm(usdcOnBase.chainId, genesisOf(ledger))
  await evm.request({ method: 'hardhat_impersonateAccount', params: [devnetMinter] })
  if (height > 0) await evm.request({ method: 'hardhat_mine', params: [quantityOf(height), '0x0'] })

  const request = durably(withHistory(evm, ledger, height), ledger, height)
  return {
    request,
    faucet: (address, amount) => mint(request, address, amount),
    balanceOf: async (address) => {
      const call = encodeFunctionData({ abi, functionName: 'balanceOf', args: [plain(address)] })
      const data = await request({
        method: 'eth_call',
        params: [{ to: usdcOnBase.asset, data: call }, 'latest'],
      })
      return decodeFunctionResult({ abi, functionName: 'balanceOf', data: data as Hex })
    },
    settler: devnetSettler,
    payTo: devnetPayee.address,
    close: async () => ledger.close(),
  }
}

/** The first block of this run: the state in the ledger and the code of the two contracts. */
function genesisOf(ledger: Ledger): GenesisAccount[] {
  const counts = ledger.transactionCounts()
  const settlerCount = counts.find(({ address }) => sameAddress(address, devnetSettler.address))
  return [
    {
      address: usdcOnBase.asset,
      code: token.runtimeBytecode,
      storage: tokenStorage(ledger.tokenState()),
    },
    { address: multicallAddress, code: multicall.runtimeBytecode },
    {
      address: devnetSettler.address,
      balance: 1_000_000n * ether,
      nonce: settlerCount?.nonce ?? 0n,
    },
    ...counts.filter((count) => count !== settlerCount),
  ]
}

async function mint(request: Devnet['request'], to: Hex, amount: bigint): Promise<Hex> {
  if (amount <= 0n || amount > faucetAmountMax)
    throw new RpcError(-32602, `the faucet mints 1 to ${faucetAmountMax} atomic units a call`)
  const transaction = {
    from: devnetMinter,
    to: usdcOnBase.asset,
    gas: '0x30d40',
    gasPrice: '0x0',
    data: encodeFunctionData({ abi, functionName: 'mint', args: [plain(to), amount] }),
  }
  return (await request({ method: 'eth_sendTransaction', params: [transaction] })) as Hex
}

/**
 * Converts an address to lower case: the encoder refuses mixed case without a valid checksum, but
 * the devnet accepts it.
 */
function plain(address: Hex): Hex {
  return address.toLowerCase() as Hex
}

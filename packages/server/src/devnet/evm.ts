import { defined, ifPresent } from '@fiq/shared/defined'
import {
  ContractDecoder,
  EdrContext,
  L1_CHAIN_TYPE,
  l1GenesisState,
  l1HardforkFromString,
  l1ProviderFactory,
  MineOrdering,
  type Provider,
  type ProviderConfig,
} from '@nomicfoundation/edr'
import { adaptEdrError, type EdrError } from './rpc-error.ts'

export type RpcRequest = { method: string; params?: readonly unknown[] }

/** An EVM in this process. `request` is EIP-1193: it returns the result or throws an RpcError. */
export type Evm = { request(request: RpcRequest): Promise<unknown> }

/** An account of the first block. */
export type GenesisAccount = {
  address: string
  /** Wei. */
  balance?: bigint
  /** Transactions sent so far. */
  nonce?: bigint
  /** `0x…` runtime code. */
  code?: string
  storage?: { index: bigint; value: bigint }[]
}

const hardfork = 'prague'
const gasLimitOfBlock = 60_000_000n
const gasLimitOfCall = 16_000_000n

/**
 * Starts an EVM that mines each transaction at once into its own block, without a fee.
 *
 * Its clock is one second ahead of ours: on Base a transaction's block is later than its sending,
 * and the token requires `validAfter` to be strictly before the block.
 */
export async function startEvm(chainId: number, genesis: GenesisAccount[]): Promise<Evm> {
  const provider = await createProvider(chainId, genesis)
  const evm = { request: (request: RpcRequest) => send(provider, request) }
  await evm.request({ method: 'evm_increaseTime', params: [1] })
  return evm
}

async function send(provider: Provider, { method, params = [] }: RpcRequest): Promise<unknown> {
  const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const { data } = await provider.handleRequest(request)
  const answer: { result?: unknown; error?: EdrError } =
    typeof data === 'string' ? JSON.parse(data) : data
  if (answer.error) throw adaptEdrError(answer.error)
  return answer.result ?? null
}

async function createProvider(chainId: number, genesis: GenesisAccount[]): Promise<Provider> {
  const context = await sharedContext()
  return context.createProvider(
    L1_CHAIN_TYPE,
    providerConfig(chainId, genesis),
    { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => {} },
    { subscriptionCallback: () => {} },
    new ContractDecoder(),
  )
}

function providerConfig(chainId: number, genesis: GenesisAccount[]): ProviderConfig {
  return {
    allowBlocksWithSameTimestamp: true,
    allowUnlimitedContractSize: false,
    bailOnCallFailure: true,
    // As on any chain, a transaction that reverts is mined and has a receipt.
    bailOnTransactionFailure: false,
    chainId: BigInt(chainId),
    networkId: BigInt(chainId),
    coinbase: new Uint8Array(20),
    defaultTransactionGasLimit: gasLimitOfCall,
    genesisState: [
      ...l1GenesisState(l1HardforkFromString(hardfork)),
      ...genesis.map(({ address, code, ...rest }) => ({
        address: bytesOf(address),
        ...defined({ code: ifPresent(code, bytesOf) }),
        ...rest,
      })),
    ],
    hardfork,
    initialBaseFeePerGas: 0n,
    initialParentBeaconBlockRoot: new Uint8Array(32),
    minGasPrice: 0n,
    mining: {
      autoMine: true,
      blockGasLimit: gasLimitOfBlock,
      memPool: { order: MineOrdering.Fifo },
    },
    network: { genesisBlockGasLimit: gasLimitOfBlock },
    observability: {},
    ownedAccounts: [],
    precompileOverrides: [],
  }
}

let context: Promise<EdrContext> | undefined

/** The native library allows one context for each process; all chains of the process share it. */
function sharedContext(): Promise<EdrContext> {
  context ??= (async () => {
    const created = new EdrContext()
    await created.registerProviderFactory(L1_CHAIN_TYPE, l1ProviderFactory())
    return created
  })()
  return context
}

function bytesOf(hex: string): Uint8Array {
  return Buffer.from(hex.slice(2), 'hex')
}

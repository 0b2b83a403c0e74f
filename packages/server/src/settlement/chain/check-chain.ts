import { FiqError } from '@fiq/shared/errors'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import { decodeFunctionResult, domainSeparator, encodeFunctionData, parseAbi } from 'viem'
import { type ChainPort, call, readGasMax } from './chain-reads.ts'

const abi = parseAbi([
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
])

/**
 * Compares the node with our constants before money depends on it: the chain id and the domain that
 * payers sign. Runs once, at start.
 *
 * @throws FiqError `CONFIGURATION_INVALID` with the node's value and ours, or if the node cannot be
 * reached.
 */
export async function checkChain(chain: ChainPort): Promise<void> {
  const { name, version } = usdcOnBase.domain
  const chainId = await readNode('eth_chainId', () => chain.request({ method: 'eth_chainId' }))
  compare('chain id', Number(chainId), usdcOnBase.chainId)
  compare('name() of the token', await read(chain, 'name'), name)
  compare('version() of the token', await read(chain, 'version'), version)
  compare(
    'DOMAIN_SEPARATOR() of the token',
    await read(chain, 'DOMAIN_SEPARATOR'),
    domainSeparator({ domain: usdcOnBase.domain }),
  )
}

function read(
  chain: ChainPort,
  functionName: 'name' | 'version' | 'DOMAIN_SEPARATOR',
): Promise<string> {
  return readNode(`${functionName}()`, async () => {
    const request = { to: usdcOnBase.asset, data: encodeFunctionData({ abi, functionName }) }
    const data = await call(chain, { ...request, gas: readGasMax }, 'latest')
    // A chain without the token returns no bytes.
    return data === '0x' ? 'nothing' : decodeFunctionResult({ abi, functionName, data })
  })
}

async function readNode<answer>(label: string, read: () => Promise<answer>): Promise<answer> {
  try {
    return await read()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause)
    throw new FiqError('CONFIGURATION_INVALID', `--rpc-url: ${label} cannot be read. ${reason}`, {
      remedy: 'Set --rpc-url or FIQ_RPC_URL to a node of Base that can be reached.',
    })
  }
}

function compare(label: string, actual: string | number, expected: string | number): void {
  if (actual === expected) return
  throw new FiqError(
    'CONFIGURATION_INVALID',
    `The node of --rpc-url is on another chain: its ${label} is ${String(actual).slice(0, 100)}, and ${expected} is required.`,
    { remedy: `Set --rpc-url or FIQ_RPC_URL to a node of Base (${usdcOnBase.network}).` },
  )
}

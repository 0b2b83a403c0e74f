import { join } from 'node:path'
import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { Hex } from '@fiq/shared/payment/wire'
import type { ServerConfig } from '../config/config.ts'
import type { FacilitatorKind } from '../config/facilitator-kinds.ts'
import { devnetSettlerKey } from '../devnet/accounts.ts'
import { type Devnet, openDevnet } from '../devnet/chain.ts'
import { type Faults, noFaults } from '../payments/fault-points.ts'
import type { ChainPort } from '../settlement/chain/chain-reads.ts'
import { checkChain } from '../settlement/chain/check-chain.ts'
import { createRpcChain } from '../settlement/chain/rpc-chain.ts'
import type { Facilitator } from '../settlement/facilitator.ts'
import type { SharedSigner } from '../settlement/lease/share-signer.ts'
import { checkSupported, createRemoteFacilitator } from '../settlement/remote/remote.ts'
import { createDataFee } from '../settlement/settle/data-fee.ts'
import { createGasCeiling, type GasHour } from '../settlement/settle/gas-ceiling.ts'
import type { GasTerms } from '../settlement/settle/gas-terms.ts'
import { openLocalFacilitator } from '../settlement/settle/local.ts'
import { settlerAccount } from '../settlement/settle/settler-account.ts'
import {
  type BalanceLog,
  createSettlerBalance,
  logBalance,
  type SettlerGas,
} from '../settlement/settle/settler-balance.ts'
import { readSettlerKey } from '../settlement/settle/settler-key.ts'
import type { GasSpending } from '../storage/settlement/gas-spending.ts'
import type { ServedSettlements } from '../storage/settlement/served-settlements.ts'
import { checkPayTo } from '../storage/terms/ledger-pay-to.ts'
import type { Storage } from './storage.ts'

/** Seconds within which a payment must settle. Enough for a slow chain; a client can wait so long. */
export const maxTimeoutSeconds = 60

/** The facilitator, its chain, and the payee. */
export type Settlement = {
  facilitator: Facilitator
  payTo: Hex
  /** Present only if play money is settled on the embedded chain. */
  devnet: Devnet | undefined
  /** A node of the payment chain; absent if a remote facilitator is used alone. */
  chain: ChainPort | undefined
  /** The facilitator for other resource servers, if the operator enables it. */
  served: { facilitator: Facilitator; chain: ChainPort; sent: ServedSettlements } | undefined
  /** Gas of our settler; absent if we pay no gas. */
  gas?: SettlerGas | undefined
  close(): Promise<void>
}

type FacilitatorOptions = {
  nowMs(): number
  maxTimeoutSeconds: number
  /** Transactions sent for other resource servers. */
  sent: ServedSettlements
  /** Record of gas costs. Absent if gas is free. */
  spending?: GasSpending
  /** Called when the settler's balance becomes low, and when it is sufficient again. */
  log?: BalanceLog
  report?(error: unknown): void
  /** Tests only. */
  faults?: Pick<Faults, 'facilitator' | 'remote'>
  /** Makes instances that share one settler key take turns; absent if there is one instance. */
  shareSigner?: ((signer: Hex) => Promise<SharedSigner>) | undefined
}

type FacilitatorConfig = Pick<
  ServerConfig,
  | 'facilitator'
  | 'rpcUrl'
  | 'settlerKeyFile'
  | 'replaceAfter'
  | 'serveFacilitator'
  | 'payTo'
  | 'dataDir'
> &
  Partial<Pick<ServerConfig, (typeof gasSettings)[number]>>

const gasSettings = [
  'etherPriceMax',
  'gasShareMax',
  'gasHourMax',
  'gasAlarm',
  'dataFeeMax',
] as const

type SettlementParts = {
  storage: Pick<Storage, 'database' | 'sent' | 'spending' | 'shareSigner' | 'close'>
  observability: { log: BalanceLog; watchSettlement(settlement: Settlement): void }
  faults: Faults
  report(error: unknown): void
  nowMs(): number
}

/**
 * Opens the facilitator that the operator chose, and checks the payee against the ledger.
 *
 * @throws FiqError `CONFIGURATION_INVALID`. The storage is closed if the ledger has another payee.
 */
export async function openSettlement(
  config: ServerConfig,
  { storage, observability, faults, report, nowMs }: SettlementParts,
): Promise<Settlement> {
  const { database, sent, shareSigner, spending } = storage
  const options = { maxTimeoutSeconds, shareSigner, sent, spending, faults, report, nowMs }
  const settlement = await openFacilitator(config, { ...options, log: observability.log })
  try {
    await checkPayTo(database, settlement.payTo, { isChangeAllowed: config.changePayTo })
  } catch (error) {
    await settlement.close()
    await storage.close()
    throw error
  }
  observability.watchSettlement(settlement)
  return settlement
}

/**
 * Opens the facilitator that the operator chose. Checks a node and a remote facilitator at once, so
 * that a wrong one is noticed before the first payment.
 *
 * @throws FiqError `CONFIGURATION_INVALID` if a setting is missing, the node is unreachable or on
 * another chain, the key is invalid, or the facilitator does not settle exact USDC on our network.
 */
export async function openFacilitator(
  config: FacilitatorConfig,
  options: FacilitatorOptions,
): Promise<Settlement> {
  const { facilitator: chosen } = config
  if (chosen.mode === 'remote') return ofOthers(chosen.url, config, options)
  const ownFacilitator = await facilitators[chosen.mode](config, options)
  const { facilitator, chain } = ownFacilitator
  const served = { facilitator, chain, sent: options.sent }
  return { ...ownFacilitator, served: config.serveFacilitator ? served : undefined }
}

type Ours = Omit<Settlement, 'served' | 'chain'> & { chain: ChainPort }
type OpenFacilitator = (config: FacilitatorConfig, options: FacilitatorOptions) => Promise<Ours>

/** Opens each facilitator that `--facilitator` names. */
const facilitators: Readonly<Record<FacilitatorKind, OpenFacilitator>> = {
  devnet: onDevnet,
  local: overNode,
}

async function onDevnet(
  { dataDir, payTo }: FacilitatorConfig,
  { faults = noFaults, nowMs }: FacilitatorOptions,
): Promise<Ours> {
  const devnet = await openDevnet({ dataFile: join(dataDir, 'devnet.sqlite') })
  const { request } = devnet
  const signer = settlerAccount(devnetSettlerKey)
  const seconds = () => BigInt(Math.floor(nowMs() / 1_000))
  const facilitator = openLocalFacilitator(
    faults.facilitator({ request, seconds, signer, fees: noFees }),
  )
  const close = async () => {
    await facilitator.stop()
    await devnet.close()
  }
  return { facilitator, payTo: payTo ?? devnet.payTo, devnet, chain: devnet, close }
}

/** The embedded chain charges no fees. */
const noFees = async () => ({ maxFeePerGas: 0n, maxPriorityFeePerGas: 0n })

async function overNode(config: FacilitatorConfig, options: FacilitatorOptions): Promise<Ours> {
  const { shareSigner, nowMs } = options
  const payTo = required(config.payTo, '--pay-to')
  const url = required(config.rpcUrl, '--rpc-url')
  const signer = readSettlerKey(required(config.settlerKeyFile, '--settler-key-file'))
  const chain = createRpcChain({ url })
  await checkChain(chain)
  const shared = await shareSigner?.(signer.address)
  const request = shared?.fence(chain.request) ?? chain.request
  const { replaceAfter: replaceAfterSeconds } = config
  const { gasTerms, hour } = gasTermsOf(config, chain, options)
  const alone = openLocalFacilitator({ request, signer, replaceAfterSeconds, gasTerms, nowMs })
  const facilitator = (await shared?.share(alone)) ?? alone
  const close = async () => {
    await alone.stop()
    await shared?.close()
  }
  const { look } = createSettlerBalance({
    chain,
    address: signer.address,
    readCost: alone.readCost,
    alarmSettlements: config.gasAlarm ?? 1_000,
    onChange: (balance) => logBalance(options.log, balance),
  })
  return { facilitator, payTo, devnet: undefined, chain, gas: { look, hour }, close }
}

/** Limits of the gas price, and the gas of this hour. */
export function gasTermsOf(
  config: Pick<FacilitatorConfig, (typeof gasSettings)[number]>,
  chain: ChainPort,
  { spending, nowMs, report = () => {} }: Pick<FacilitatorOptions, 'spending' | 'nowMs' | 'report'>,
): { gasTerms: GasTerms; hour(): Promise<GasHour> } {
  const { etherPriceMax = 5_000, gasShareMax = 50, gasHourMax = 25, dataFeeMax = 100 } = config
  const hourMax = (BigInt(gasHourMax) * 10n ** 18n) / BigInt(etherPriceMax)
  const ceiling = spending && createGasCeiling({ spending, hourMax, nowMs, report })
  const gasTerms = {
    etherPriceMaxUsd: BigInt(etherPriceMax),
    shareMaxPercent: BigInt(gasShareMax),
    readDataFee: createDataFee({ chain, allowance: BigInt(dataFeeMax) * 10n ** 9n, nowMs }),
    ...defined({ ceiling }),
  }
  return { gasTerms, hour: async () => (await ceiling?.hour()) ?? { spent: 0n, hourMax } }
}

async function ofOthers(
  url: string,
  config: FacilitatorConfig,
  { maxTimeoutSeconds, faults = noFaults, nowMs }: FacilitatorOptions,
): Promise<Settlement> {
  if (config.serveFacilitator)
    throw new FiqError(
      'CONFIGURATION_INVALID',
      '--serve-facilitator settles with this server, and --facilitator names a remote one.',
      { remedy: 'Leave out one of the two.' },
    )
  const payTo = required(config.payTo, '--pay-to')
  const chain = config.rpcUrl === undefined ? undefined : createRpcChain({ url: config.rpcUrl })
  if (chain) await checkChain(chain)
  const facilitator = await createRemoteFacilitator(
    faults.remote({ url, chain, maxTimeoutSeconds, nowMs }),
  )
  await checkSupported(facilitator)
  const none = { devnet: undefined, served: undefined, close: async () => {} }
  return { facilitator, payTo, chain, ...none }
}

function required<value>(value: value | undefined, flag: string): value {
  if (value !== undefined) return value
  throw new FiqError('CONFIGURATION_INVALID', `${flag} is required to settle real money.`, {
    remedy: `Set ${flag}, or leave out --facilitator to use the embedded devnet.`,
  })
}

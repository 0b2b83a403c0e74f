import type { Authorization, SignedAuthorization } from '@fiq/shared/payment/authorization'
import type { Hex } from '@fiq/shared/payment/wire'
import { toEventSelector } from 'viem'
import type { RpcLog } from '../../../packages/server/src/settlement/chain/settlement-log.ts'
import { keySignedOnce } from '../../../packages/server/src/settlement/signature/remember-key-signed.ts'
import type { MoneyEvent } from '../money-event.ts'
import { hashText } from '../world/choices.ts'
import type { World } from '../world/world.ts'
import { readTransaction, type Transaction, token } from './transactions.ts'

/** Seconds between blocks. */
const blockMs = 2_000
/** No reorganisation reaches a block this far behind the head. Base needs about twenty minutes. */
const finalityBlocks = 30
/**
 * Deepest reorganisation: shorter than the minute that a client waits after an authorization's end.
 */
const reorganisedMax = 6
const firstNumber = 1_000
/** No block is made for at most this time. */
const haltMs = 240_000
/** Nodes call no new block final for at most this time. */
const lateFinalityMs = 240_000

export type Used = { block: number; isCanceled: boolean; log: RpcLog }
export type MinedReceipt = {
  transactionHash: Hex
  status: Hex
  logs: RpcLog[]
  blockNumber: Hex
  gasUsed: Hex
  effectiveGasPrice: Hex
}
/** Contents of a block: transactions of the settler, and actions of third parties. */
type Item = Transaction | Deed
/** An action of a third party on the chain. */
export type Deed = { hash: Hex } & (
  | { is: 'submit'; signed: SignedAuthorization }
  | { is: 'cancel'; authorization: Authorization }
  | { is: 'move'; from: Hex; to: Hex; amount: bigint }
)
type Block = { timestamp: number; items: Item[]; undo: (() => void)[]; nonces: Hex[] } & {
  /** Transactions of the settler up to this block. */
  count: number
  /** Balances before this block, of the accounts that it changed. */
  before: Map<Hex, bigint>
}

/** Rules of the token. Planted bugs break them. */
export type TokenRules = {
  /** Does a transfer take the money from its payer? */
  debits: boolean
  /** Does an authorization move money only once? */
  usesOnce: boolean
}

/** Account outside the simulation, which payers move tokens to and from. */
export const elsewhere: Hex = '0x00000000000000000000000000000000000000ee'

const transferTopic = toEventSelector('Transfer(address,address,uint256)')
const usedTopic = toEventSelector('AuthorizationUsed(address,bytes32)')
const canceledTopic = toEventSelector('AuthorizationCanceled(address,bytes32)')

/**
 * The chain: a token with EIP-3009, a mempool of one account, and blocks that a reorganisation may
 * undo.
 */
export class SimulatedChain {
  readonly balances = new Map<Hex, bigint>()
  /** Used or cancelled authorizations, by nonce. */
  readonly used = new Map<Hex, Used>()
  /** Nonces whose transfer ever moved money, even if it was undone. */
  readonly everUsed = new Set<Hex>()
  readonly receipts = new Map<Hex, MinedReceipt>()
  readonly mempool = new Map<number, Transaction>()
  /** Transactions of the settler, with their cost in wei. */
  readonly settledAt = new Map<Hex, { atMs: number; wei: bigint }>()
  isPaused = false
  /** Accounts that the token refuses to move money from or to. */
  readonly #blocked = new Set<Hex>()
  /** The newest block that nodes report as final. */
  finalized = firstNumber
  #haltedUntil = 0
  #unfinalUntil = 0
  count = 0
  baseFee = 10_000_000n
  #deeds: Deed[] = []
  #blocks: Block[] = []
  readonly #world: World
  readonly #record: (event: MoneyEvent) => void
  readonly #rules: TokenRules

  constructor(world: World, record: (event: MoneyEvent) => void, rules: TokenRules) {
    this.#world = world
    this.#record = record
    this.#rules = rules
    this.#blocks.push(this.#newBlock(this.#seconds()))
    const tick = () => {
      this.#step()
      world.after(blockMs, 'block', tick)
    }
    world.after(blockMs, 'block', tick)
  }

  get head(): number {
    return firstNumber + this.#blocks.length - 1
  }

  #newBlock(timestamp: number): Block {
    return { timestamp, items: [], undo: [], nonces: [], count: this.count, before: new Map() }
  }

  /** Number of mined transactions of the settler as of a block. */
  countAt(number: number): number {
    return this.#blocks[number - firstNumber]?.count ?? this.count
  }

  /** Balance of an account as of a block. */
  balanceAt(account: Hex, number: number): bigint {
    for (let place = Math.max(0, number - firstNumber + 1); place < this.#blocks.length; place++) {
      const before = this.#blocks[place]!.before.get(account)
      if (before !== undefined) return before
    }
    return this.balances.get(account) ?? 0n
  }

  /** Unix seconds before which no further block can be, unless a reorganisation replaces some. */
  earliestNext(): number {
    return this.#isHalted() ? this.#seconds() : (this.timestampOf(this.head) ?? 0)
  }

  timestampOf(number: number): number | undefined {
    return this.#blocks[number - firstNumber]?.timestamp
  }

  /** @throws Error with the code and message of a node that refuses it. */
  send(raw: Hex): Hex {
    const transaction = readTransaction(raw)
    const { count, hash, maxFee, tip } = transaction
    if (count < this.count) throw refusal('nonce too low')
    const rival = this.mempool.get(count)
    if (rival?.hash === hash) throw refusal('already known')
    const isDearer = !rival || (maxFee * 10n >= rival.maxFee * 11n && tip * 10n >= rival.tip * 11n)
    if (!isDearer) throw refusal('replacement transaction underpriced')
    this.mempool.set(count, transaction)
    for (const { authorization } of transaction.transfers) this.#tell(authorization.nonce, 'sent')
    return hash
  }

  /** Adds a third party's action to one of the next blocks. */
  act(deed: Deed extends infer each ? (each extends Deed ? Omit<each, 'hash'> : never) : never) {
    const number = this.#world.choices.countOf('deeds')
    this.#world.choose('deeds', 2)
    this.#deeds.push({ ...deed, hash: hashOf(`deed ${number}`) } as Deed)
  }

  /** Why the token would refuse the transfer now; `undefined` if it would succeed. */
  refusalOf(
    { authorization, signature }: SignedAuthorization,
    atSeconds: number,
    asOf = this.head,
  ) {
    const { from, to, value, validAfter, validBefore, nonce } = authorization
    if (this.isPaused) return 'Pausable: paused'
    if (this.#blocked.has(from) || this.#blocked.has(to))
      return 'Blacklistable: account is blacklisted'
    if (BigInt(atSeconds) <= validAfter) return 'FiatTokenV2: authorization is not yet valid'
    if (BigInt(atSeconds) >= validBefore) return 'FiatTokenV2: authorization is expired'
    if (this.#rules.usesOnce && this.isUsed(nonce, asOf))
      return 'FiatTokenV2: authorization is used or canceled'
    if (!isSigned(authorization, signature)) return 'FiatTokenV2: invalid signature'
    if (this.balanceAt(from, asOf) < value) return 'ERC20: transfer amount exceeds balance'
    return undefined
  }

  isUsed(nonce: Hex, asOf = this.head): boolean {
    const used = this.used.get(nonce)
    return used !== undefined && used.block <= asOf
  }

  hasMoved(nonce: Hex): boolean {
    return this.used.get(nonce)?.isCanceled === false
  }

  /** Whether the nonce was used in a block that no reorganisation reaches. */
  isFinal(nonce: Hex): boolean {
    const used = this.used.get(nonce)
    return used?.isCanceled === false && used.block <= this.head - finalityBlocks
  }

  sum(): bigint {
    return [...this.balances.values()].reduce((sum, each) => sum + each, 0n)
  }

  #seconds(): number {
    return Math.floor(this.#world.now() / 1_000)
  }

  #isHalted(): boolean {
    return this.#world.now() < this.#haltedUntil && !this.#world.areFaultsOver
  }

  #step(): void {
    const world = this.#world
    if (this.#isHalted()) return
    if (world.isFault('halted chain'))
      this.#haltedUntil = world.now() + world.choose('halted ms', haltMs)
    if (world.isFault('late finality'))
      this.#unfinalUntil = world.now() + world.choose('late finality ms', lateFinalityMs)
    this.baseFee = world.isFault('dear block')
      ? this.baseFee * 4n
      : this.baseFee > 10_000_000n
        ? (this.baseFee * 7n) / 8n
        : 10_000_000n
    if (this.isPaused) this.isPaused = world.choose('unpause', 5) > 0 && !world.areFaultsOver
    else if (world.isFault('pause of token')) this.isPaused = true
    if (this.#blocked.size > 0 && (world.areFaultsOver || world.choose('unblock', 10) === 0))
      this.#blocked.clear()
    else if (world.isFault('blocked account')) {
      const accounts = [...this.balances.keys()]
      this.#blocked.add(accounts[world.choose('blocked', accounts.length)]!)
    }
    if (world.isFault('reorganisation')) this.reorganise()
    this.#mine(this.#seconds())
    if (world.now() >= this.#unfinalUntil || world.areFaultsOver)
      this.finalized = Math.max(firstNumber, this.head - finalityBlocks)
    const final = this.#blocks[this.#blocks.length - 1 - finalityBlocks]
    for (const nonce of final?.nonces ?? []) this.#tell(nonce, 'final')
  }

  #mine(timestamp: number): void {
    const world = this.#world
    const block = this.#newBlock(timestamp)
    this.#blocks.push(block)
    let place = 0
    const deeds = this.#deeds.splice(0)
    for (const deed of deeds) this.#deed(deed, block, place++)
    for (const [count, transaction] of this.mempool)
      if (world.isFault('dropped transaction')) {
        this.mempool.delete(count)
        for (const { authorization } of transaction.transfers)
          this.#tell(authorization.nonce, 'dropped')
      }
    if (world.isFault('settler used elsewhere')) this.#useSettlerElsewhere(block)
    if (world.isFault('full block')) return
    for (
      let next = this.mempool.get(this.count);
      next && next.maxFee >= this.baseFee;
      next = this.mempool.get(this.count)
    ) {
      this.mempool.delete(next.count)
      this.#execute(next, block, place)
      place += next.transfers.length
    }
  }

  /** Another program sends a transaction with the key and the next count of the settler. */
  #useSettlerElsewhere(block: Block): void {
    this.mempool.delete(this.count)
    this.count += 1
    block.count = this.count
    block.undo.push(() => {
      this.count -= 1
    })
  }

  #execute(transaction: Transaction, block: Block, place: number): void {
    this.count += 1
    block.count = this.count
    block.items.push(transaction)
    const logs: RpcLog[] = []
    for (const signed of transaction.transfers)
      logs.push(...this.#transfer(signed, transaction.hash, block, place + logs.length / 2))
    const isDone = transaction.isBatch || logs.length > 0
    this.#receipt(transaction.hash, logs, isDone, block, transaction.transfers.length)
    const wei = gasOfPayment * BigInt(transaction.transfers.length) * this.baseFee
    this.settledAt.set(transaction.hash, { atMs: this.#world.now(), wei })
    block.undo.push(() => {
      this.settledAt.delete(transaction.hash)
      this.count -= 1
    })
  }

  #transfer(signed: SignedAuthorization, hash: Hex, block: Block, place: number): RpcLog[] {
    const { from, to, value, nonce } = signed.authorization
    if (this.refusalOf(signed, block.timestamp) !== undefined) return []
    const logs = [
      this.#log([usedTopic, padded(from), nonce], '0x', hash, 2 * place),
      this.#log([transferTopic, padded(from), padded(to)], word(value), hash, 2 * place + 1),
    ]
    if (this.#rules.debits) this.#give(from, -value, block)
    this.#give(to, value, block)
    this.#use(nonce, { block: this.head, isCanceled: false, log: logs[0]! }, block)
    this.everUsed.add(nonce)
    this.#tell(nonce, 'used')
    return logs
  }

  #deed(deed: Deed, block: Block, place: number): void {
    block.items.push(deed)
    if (deed.is === 'move') {
      const held = this.balances.get(deed.from) ?? 0n
      const amount = held < deed.amount ? held : deed.amount
      this.#give(deed.from, -amount, block)
      this.#give(deed.to, amount, block)
    } else if (deed.is === 'submit') {
      const logs = this.#transfer(deed.signed, deed.hash, block, place)
      this.#receipt(deed.hash, logs, logs.length > 0, block)
    } else {
      const { from, nonce } = deed.authorization
      if (this.used.has(nonce)) return
      const log = this.#log([canceledTopic, padded(from), nonce], '0x', deed.hash, 2 * place)
      this.#use(nonce, { block: this.head, isCanceled: true, log }, block)
      this.#receipt(deed.hash, [log], true, block)
      this.#tell(nonce, 'void')
    }
  }

  /** Replaces the newest blocks. Their transactions return to the mempool or are lost. */
  reorganise(): void {
    const world = this.#world
    if (this.#blocks.length <= reorganisedMax) return
    const depth = 1 + world.choose('reorganised blocks', reorganisedMax)
    const isLost = world.choose('reorganisation loses', 2) === 0
    const undone = this.#blocks.splice(-depth)
    for (const { undo } of [...undone].reverse()) for (const each of [...undo].reverse()) each()
    for (const { items } of undone)
      for (const item of items) {
        this.receipts.delete(item.hash)
        if (isLost) continue
        if ('is' in item) this.#deeds.push(item)
        else if (!this.mempool.has(item.count)) this.mempool.set(item.count, item)
      }
    for (const { timestamp } of undone) this.#mine(timestamp)
  }

  #use(nonce: Hex, used: Used, block: Block): void {
    this.used.set(nonce, used)
    block.nonces.push(nonce)
    block.undo.push(() => {
      this.used.delete(nonce)
      this.#tell(nonce, 'undone')
    })
  }

  #give(to: Hex, amount: bigint, block: Block): void {
    if (!block.before.has(to)) block.before.set(to, this.balances.get(to) ?? 0n)
    const add = (more: bigint) => this.balances.set(to, (this.balances.get(to) ?? 0n) + more)
    add(amount)
    block.undo.push(() => void add(-amount))
  }

  #log(topics: Hex[], data: Hex, transactionHash: Hex, logIndex: number): RpcLog {
    return { address: token, topics, data, transactionHash, logIndex: `0x${logIndex.toString(16)}` }
  }

  #receipt(hash: Hex, logs: RpcLog[], isDone: boolean, block: Block, payments = 1): void {
    this.receipts.set(hash, {
      transactionHash: hash,
      status: isDone ? '0x1' : '0x0',
      logs,
      blockNumber: `0x${this.head.toString(16)}`,
      gasUsed: `0x${(gasOfPayment * BigInt(payments)).toString(16)}`,
      effectiveGasPrice: `0x${this.baseFee.toString(16)}`,
    })
    block.undo.push(() => void this.receipts.delete(hash))
  }

  #tell(payment: Hex, what: Extract<MoneyEvent, { is: 'chain' }>['what']): void {
    this.#record({ is: 'chain', payment, what })
  }
}

/** Gas that a payment uses. */
const gasOfPayment = 50_000n

/** Uses the range of JSON-RPC codes for node errors. */
function refusal(message: string): Error {
  return Object.assign(new Error(message), { code: -32_000 })
}

/** Cache by authorization: the same signature is checked at each simulation of its transfer. */
const checked = new Map<string, boolean>()
const checkedMax = 4_096

function isSigned(authorization: Authorization, signature: Hex): boolean {
  const known = checked.get(signature + authorization.nonce)
  if (known !== undefined) return known
  if (checked.size > checkedMax) checked.clear()
  const isValid = keySignedOnce({ authorization, signature })
  checked.set(signature + authorization.nonce, isValid)
  return isValid
}

function padded(address: Hex): Hex {
  return `0x${address.slice(2).padStart(64, '0')}`
}

export function word(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}

function hashOf(text: string): Hex {
  const parts = Array.from({ length: 8 }, (_, place) =>
    hashText(text, place).toString(16).padStart(8, '0'),
  )
  return `0x${parts.join('')}`
}

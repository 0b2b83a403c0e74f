import { randomUUID } from 'node:crypto'
import { FiqError } from '@fiq/shared/errors'
import { proofMarginSeconds } from '@fiq/shared/payment/usdc-on-base'
import { PaymentError } from '../../packages/cli/src/payment/delivery/payment-error.ts'
import type { PaymentKey } from '../../packages/server/src/storage/credits/payment-key.ts'
import type {
  Claim,
  PaymentRecord,
} from '../../packages/server/src/storage/payments/payment-record.ts'
import type { Invariant } from './checks/books.ts'
import { pricedOf } from './parts/product.ts'
import type { Wraps } from './wraps.ts'

/** A kind of bug that really happened, as changes around the real parts. */
export type PlantedBug = {
  /** Description of the bug for the table of the docs. */
  does: string
  wraps: Partial<Wraps>
  /** Invariants that may find it; absent where a second check makes it harmless alone. */
  foundBy?: readonly Invariant[]
  /** The second check. */
  guard?: string
}

/** Bugs by name. Each is found within 10,000 purchases, or is harmless alone. */
export const plantedBugs: Readonly<Record<string, PlantedBug>> = {
  'claim after settle': {
    does: 'the claim is written only when the payment has settled',
    foundBy: ['on disk before broadcast'],
    wraps: { wrapPorts: (ports) => ({ ...ports, record: claimingLate(ports.record) }) },
  },
  'hash after broadcast': {
    does: 'the hash of the transaction is not written before it is sent',
    foundBy: ['on disk before broadcast'],
    wraps: {
      wrapFacilitator: (facilitator) => ({
        ...facilitator,
        settle: (signed, options) => facilitator.settle(signed, { ...options, onBroadcast() {} }),
      }),
    },
  },
  'settled while in the mempool': {
    does: 'a settlement counts when its transaction is sent',
    foundBy: ['answered after settlement', 'moved is answered or owed', 'words about money'],
    wraps: {
      wrapFacilitator: (facilitator) => ({
        ...facilitator,
        settle: (signed, options) =>
          new Promise((resolve, reject) => {
            const onBroadcast = async (transaction: `0x${string}`) => {
              await options.onBroadcast(transaction)
              resolve({ outcome: 'settled', transaction, logIndex: 0 })
            }
            facilitator.settle(signed, { ...options, onBroadcast }).then(resolve, reject)
          }),
      }),
    },
  },
  'second answer differs': {
    does: 'the answer just made is sent, though another stands in the record',
    foundBy: ['same bytes'],
    wraps: {
      wrapPorts: (ports) => ({
        ...ports,
        record: {
          ...ports.record,
          async answered(key, answer, ...rest) {
            await ports.record.answered(key, answer, ...rest)
            return answer
          },
        },
      }),
    },
  },
  'cap bypass by void': {
    does: 'the client releases a payment of unknown outcome from its budget',
    foundBy: ['void never moves'],
    wraps: {
      wrapJournal: (journal) => ({
        ...journal,
        unknown: (id) => journal.voided(id, 'not answered'),
      }),
    },
  },
  'failed too early': {
    does: 'an unused authorization counts as expired while it is valid',
    foundBy: ['moved is answered or owed', 'words about money'],
    wraps: {
      wrapFacilitator: (facilitator) => ({
        ...facilitator,
        async findSettlement(signed) {
          const found = await facilitator.findSettlement(signed)
          return found.outcome === 'unused' ? { ...found, asOfSeconds: 2n ** 40n } : found
        },
      }),
    },
  },
  'resumed with another nonce': {
    does: 'a command that is run again signs a new payment: both looks at the journal are blind',
    foundBy: ['one purchase'],
    wraps: {
      wrapJournal: (journal) => ({ ...journal, find: () => undefined }),
      wrapBudget: (budget) => ({
        ...budget,
        reserve: (terms) => budget.reserve({ ...terms, request: `${terms.request} ${terms.id}` }),
      }),
    },
  },
  'first look blind': {
    does: 'the look at the journal before the purchase is blind, the one inside the reservation is not',
    guard: '`Budget.reserve` looks again in its transaction',
    wraps: { wrapJournal: (journal) => ({ ...journal, find: () => undefined }) },
  },
  'refund twice': {
    does: 'credits of a failed operation are given back under a fresh reference too',
    foundBy: ['credits'],
    wraps: {
      wrapPorts: (ports, store) => ({
        ...ports,
        credits: {
          ...ports.credits,
          async refund(debit, credits) {
            await ports.credits.refund(debit, credits)
            const { organisation } = debit
            const entry = { id: randomUUID(), organisation, kind: 'refund', credits } as const
            await store.give({ ...entry, reference: randomUUID(), at: ports.nowMs() })
          },
        },
      }),
    },
  },
  'credits before the answer': {
    does: 'credits for what an answer lacks are given before that answer stands',
    foundBy: ['credits'],
    wraps: {
      wrapPorts: (ports, store) => ({
        ...ports,
        async giftForFailed(paid, credits) {
          const gift = await ports.giftForFailed(paid, credits)
          await store.give(gift)
          return gift
        },
      }),
    },
  },
  'doubt settled by the clock': {
    does: 'the client asks the chain, then takes its own clock for the time of the answer',
    foundBy: ['void never moves', 'words about money'],
    wraps: {
      wrapChain: (chain, nowMs) => ({
        ...chain,
        async prove(purchase) {
          const proof = await chain.prove(purchase)
          const end = purchase.authorization.validBefore + BigInt(proofMarginSeconds)
          return proof ?? (BigInt(Math.floor(nowMs() / 1_000)) > end ? 'void' : undefined)
        },
      }),
    },
  },
  'lease without fence': {
    does: 'an instance broadcasts without asking whether it still holds the lease',
    foundBy: ['lease at broadcast'],
    wraps: { isFenced: false },
  },
  'untagged replay': {
    does: 'an answer that is sent again is not marked',
    foundBy: ['repeat is marked'],
    wraps: {
      wrapPorts: (ports) => ({
        ...ports,
        inFlight: {
          has: ports.inFlight.has,
          get size() {
            return ports.inFlight.size
          },
          join: async (...run) => ({ ...(await ports.inFlight.join(...run)), replayed: false }),
        },
      }),
    },
  },
  'untouched after signing': {
    does: 'an error after the signature is made anew, with the funds of its code',
    foundBy: ['words about money'],
    wraps: {
      wrapError: (error) =>
        error instanceof PaymentError
          ? new FiqError(error.code, error.message, { funds: 'untouched' })
          : error,
    },
  },
  'beyond the price': {
    does: 'a larger order runs than was priced',
    foundBy: ['within the price'],
    wraps: {
      wrapPorts: (ports) => ({
        ...ports,
        answer: (priced, paid) => {
          const { tickers } = priced.variables.coerced as { tickers: string[] }
          return ports.answer(pricedOf([...tickers, 'MORE']), paid)
        },
      }),
    },
  },
  'answered as owed': {
    does: 'a payment that is settled and answered in one write is written as owed',
    foundBy: ['a move of the model'],
    wraps: {
      wrapDatabase: (database) => ({
        ...database,
        write: (...statements) =>
          database.write(
            ...statements.map(({ sql, ...rest }) => ({
              ...rest,
              sql: sql.includes("'claimed'") ? sql.replace("= 'answered'", "= 'owed'") : sql,
            })),
          ),
      }),
    },
  },
  'acknowledged before the sync': {
    does: "a commit of the server's disk is acknowledged first, and lost if the server dies soon",
    foundBy: ['same bytes', 'moved is answered or owed'],
    wraps: { isSynced: false },
  },
  'agents reserve without their caps': {
    does: 'the proxy looks at the caps of an agent before the approval, and not when it reserves',
    foundBy: ['within the caps'],
    wraps: { reservesForAgents: false },
  },
  'ceiling of gas forgotten': {
    does: 'the server settles beyond the gas that its operator allows in an hour',
    foundBy: ['gas of an hour'],
    wraps: { wrapGas: (limits) => ({ ...limits, gasHourMax: 1_000_000 }) },
  },
  'caps forgotten': {
    does: 'the client reserves beyond the cap of its day',
    foundBy: ['within the caps'],
    wraps: { wrapCaps: (caps) => ({ ...caps, perDay: caps.per30Days }) },
  },
  'large top-up at once': {
    does: 'the credits of a large top-up are given before its payment is final',
    foundBy: ['credits'],
    wraps: { pendsAbove: Number.POSITIVE_INFINITY },
  },
  'word of a facilitator': {
    does: 'the success that a facilitator reports is not looked for on the chain',
    foundBy: ['answered after settlement', 'moved is answered or owed', 'words about money'],
    wraps: { doubtsFacilitator: false },
  },
  'reorganisation ignored': {
    does: 'a settled payment is never looked at again',
    foundBy: ['moved is answered or owed', 'nothing is left open'],
    wraps: { followsFinality: false },
  },
}

function nameOf({ payer, nonce }: PaymentKey): string {
  return `${payer} ${nonce}`
}

/** A record that writes its claims only after the settlement. */
function claimingLate(record: PaymentRecord): PaymentRecord {
  const held = new Map<string, Claim>()
  const release = async (key: PaymentKey) => {
    const claim = held.get(nameOf(key))
    held.delete(nameOf(key))
    if (claim) await record.claim(claim)
  }
  const after =
    <parameters extends unknown[], result>(
      move: (key: PaymentKey, ...rest: parameters) => Promise<result>,
    ) =>
    async (key: PaymentKey, ...rest: parameters) => {
      await release(key)
      return move(key, ...rest)
    }
  return {
    ...record,
    async claim(claim) {
      held.set(nameOf(claim), claim)
      return true
    },
    broadcast: async (key, transaction) => {
      if (!held.has(nameOf(key))) await record.broadcast(key, transaction)
    },
    settled: after(record.settled),
    answered: after(record.answered),
    failed: after(record.failed),
    owed: after(record.owed),
  }
}

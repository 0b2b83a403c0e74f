import { pbkdf2, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { FiqError } from '@fiq/shared/errors'
import { proofMarginSeconds } from '@fiq/shared/payment/usdc-on-base'
import { PaymentError } from '../../packages/cli/src/payment/delivery/payment-error.ts'
import type { PaymentKey } from '../../packages/server/src/storage/credits/payment-key.ts'
import type {
  Claim,
  PaymentRecord,
} from '../../packages/server/src/storage/payments/payment-record.ts'
import { pricedOf } from './parts/product.ts'
import { type Plan, planOf } from './plan.ts'
import type { PlantedBug } from './planted-bug.ts'
import { plantedOutcomes } from './planted-outcomes.ts'

/** Bugs by name. Each is found within 10,000 purchases, or is harmless alone. */
export const plantedBugs: Readonly<Record<string, PlantedBug>> = {
  'claim after settle': {
    does: 'the server writes the claim only after the payment has settled',
    foundBy: ['on disk before broadcast'],
    wraps: { wrapPorts: (ports) => ({ ...ports, record: claimingLate(ports.record) }) },
  },
  'hash after broadcast': {
    does: 'the server does not write the hash of a transaction before it sends it',
    foundBy: ['on disk before broadcast'],
    wraps: {
      wrapFacilitator: (facilitator) => ({
        ...facilitator,
        settle: (signed, options) => facilitator.settle(signed, { ...options, onBroadcast() {} }),
      }),
    },
  },
  'settled while in the mempool': {
    does: 'the server counts a payment as settled when it has sent the transaction',
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
    does: 'the server sends the answer that it just made, although the record has another one',
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
    does: 'a command that is run again signs a new payment, because both checks of the journal find nothing',
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
    does: 'the check of the journal before the purchase finds nothing; the check inside the reservation works',
    guard: '`Budget.reserve` looks again in its transaction',
    wraps: { wrapJournal: (journal) => ({ ...journal, find: () => undefined }) },
  },
  'refund twice': {
    does: 'the server refunds the credits of a failed operation a second time under a new reference',
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
    does: 'the server gives the credits for the missing part of an answer before it stores the answer',
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
    does: 'the client reads the nonce from the chain and the time from its own clock',
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
    does: 'an instance broadcasts without checking that it still holds the lease',
    foundBy: ['lease at broadcast'],
    wraps: { isFenced: false },
  },
  'untagged replay': {
    does: 'the server does not mark an answer that it sends again',
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
    does: 'an error after the signature is created again, with the default funds of its code',
    foundBy: ['words about money'],
    wraps: {
      wrapError: (error) =>
        error instanceof PaymentError
          ? new FiqError(error.code, error.message, { funds: 'untouched' })
          : error,
    },
  },
  'beyond the price': {
    does: 'the server executes a larger query than it priced',
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
    does: 'the server writes a payment that settled and was answered in one write as owed',
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
  'lease taken from its holder': {
    does: 'an instance takes the settlement lease while another one holds it',
    foundBy: ['a move of the model'],
    wraps: {
      wrapDatabase: (database) => ({
        ...database,
        read: async (sql, ...values) =>
          sql.startsWith('select 1 as one from settlement_leases')
            ? []
            : database.read(sql, ...values),
        write: (...statements) =>
          database.write(
            ...statements.map((each) => ({
              ...each,
              sql: each.sql.replace('where settlement_leases.expires_at <= clock_timestamp()', ''),
            })),
          ),
      }),
    },
  },
  'settled again in doubt': {
    does: 'the client writes that the outcome of a payment is unknown after it has settled',
    foundBy: ['a move of the model'],
    wraps: {
      wrapJournal: (journal, { database }) => ({
        ...journal,
        unknown: (id) => {
          const sql = `update purchases set state = 'unknown' where state = 'settled' and id = ?`
          if (database.run(sql, id) === 0) journal.unknown(id)
        },
      }),
    },
  },
  'given up by the clock': {
    does: 'the client lets a user give up a payment when its clock is past the end, although the machine has not run for as long',
    foundBy: ['void never moves'],
    plan: {
      hasNode: false,
      perMille: {
        'abandoned by user': 600,
        'clock set': 100,
        'lose message': 200,
        'kill server': 5,
      },
    },
    wraps: { wrapJournal: (journal) => ({ ...journal, hasRunFor: () => true }) },
  },
  'acknowledged before the sync': {
    does: "the server's disk acknowledges a commit before it is stored, and loses it if the server dies soon",
    foundBy: ['same bytes', 'moved is answered or owed'],
    wraps: { isSynced: false },
    plan: { hasPages: false, instances: 1 },
  },
  'pages torn after the acknowledgement': {
    does: "the server's disk acknowledges a commit before its pages are stored, and a crash tears them",
    foundBy: ['acknowledged is kept'],
    wraps: { isSynced: false },
    plan: { hasPages: true, instances: 1 },
  },
  'sent before the journal': {
    does: 'the client sends a signed payment that its journal does not hold',
    foundBy: ['in the journal before it is sent'],
    wraps: { wrapJournal: (journal) => ({ ...journal, signed() {} }) },
  },
  'agents reserve without their caps': {
    does: 'the proxy checks the caps of an agent before the approval, and not when it reserves the purchase',
    foundBy: ['within the caps'],
    wraps: { reservesForAgents: false },
  },
  'ceiling of gas forgotten': {
    does: 'the server settles more than the gas limit of an hour allows',
    foundBy: ['gas of an hour'],
    wraps: { wrapGas: (limits) => ({ ...limits, gasHourMax: 1_000_000 }) },
  },
  'caps forgotten': {
    does: 'the client reserves more than the cap of a day allows',
    foundBy: ['within the caps'],
    wraps: { wrapCaps: (caps) => ({ ...caps, perDay: caps.per30Days }) },
  },
  'large top-up at once': {
    does: 'the server gives the credits of a large top-up before its payment is final',
    foundBy: ['credits'],
    wraps: { pendsAbove: Number.POSITIVE_INFINITY },
  },
  'word of a facilitator': {
    does: 'the server does not check on the chain whether a settlement that a facilitator reports happened',
    foundBy: ['answered after settlement', 'moved is answered or owed', 'words about money'],
    wraps: { doubtsFacilitator: false },
  },
  'exposure forgotten': {
    does: 'the server answers payers before settlement without limit',
    foundBy: ['exposure'],
    plan: { isAsync: true },
    wraps: { wrapLimits: () => ({ exposureLimit: 2n ** 60n, newWalletExposure: 2n ** 60n }) },
  },
  'nothing reconciled': {
    does: 'the server does not look again at payments that a kill or a silent node left open',
    foundBy: ['nothing is left open'],
    wraps: { reconciles: false },
  },
  'a clock that is ahead': {
    does: 'the server verifies payments by a clock that is two minutes ahead',
    foundBy: ['answered without faults'],
    plan: { perMille: {}, gasPerHour: undefined, wealth: 1_000, topUps: 0 },
    wraps: {
      wrapFacilitator: (facilitator) => ({
        ...facilitator,
        verify: (signed, terms, ...rest) =>
          facilitator.verify(signed, { ...terms, nowSeconds: terms.nowSeconds + 120 }, ...rest),
      }),
    },
  },
  'stopped at once': {
    does: 'a server that is stopped closes without answering its open requests',
    foundBy: ['an orderly end'],
    wraps: { drains: false },
  },
  'transfer without debit': {
    does: 'the token pays the payee and takes nothing from the payer',
    foundBy: ['money is constant'],
    wraps: { token: { debits: false, usesOnce: true } },
  },
  'authorization used twice': {
    does: 'the token moves the money of an authorization each time that it is submitted',
    foundBy: ['one transfer'],
    plan: { isAsync: false },
    wraps: { token: { debits: true, usesOnce: false } },
  },
  'reorganisation ignored': {
    does: 'the server never checks a settled payment again',
    foundBy: ['moved is answered or owed', 'nothing is left open'],
    wraps: { followsFinality: false },
  },
  ...plantedOutcomes,
  // The last one: its threads may end after its run, and would disturb the next.
  'work in a thread': {
    does: 'the server hashes in a thread, whose end no seed decides',
    foundBy: ['no surprise'],
    wraps: {
      wrapPorts: (ports) => ({
        ...ports,
        async answer(priced, paid) {
          await promisify(pbkdf2)('', '', 1, 8, 'sha256')
          return ports.answer(priced, paid)
        },
      }),
    },
  },
}

/** The plan of a seed with a planted bug; `undefined`: with none. */
export function planWith(bug: string | undefined, seed: number, purchases: number): Plan {
  const plan = planOf(seed, purchases)
  return bug === undefined ? plan : { ...plan, ...plantedBugs[bug]?.plan }
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

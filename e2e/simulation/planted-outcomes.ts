import type { Gift } from '../../packages/server/src/storage/credits/credit-store.ts'
import type { Database, Statement } from '../../packages/server/src/storage/database/database.ts'
import type { StoredAnswer } from '../../packages/server/src/storage/payments/payment-record.ts'
import type { PlantedBug } from './planted-bug.ts'

/** Bugs in what becomes of payments, answers, credits and purchases. */
export const plantedOutcomes: Readonly<Record<string, PlantedBug>> = {
  'unknown counts as settled': {
    does: 'the server counts a transaction as mined without a receipt',
    foundBy: ['answered after settlement', 'moved is answered or owed', 'words about money'],
    wraps: {
      wrapFacilitator: (facilitator) => ({
        ...facilitator,
        async settle(...order) {
          const settlement = await facilitator.settle(...order)
          return settlement.outcome === 'unknown' && settlement.transaction
            ? { outcome: 'settled', transaction: settlement.transaction, logIndex: 0 }
            : settlement
        },
      }),
    },
  },
  'cancellation counts as settlement': {
    does: 'the server finds a canceled authorization and counts its payment as settled',
    foundBy: ['moved is answered or owed', 'answered after settlement', 'words about money'],
    wraps: {
      wrapFacilitator: (facilitator) => ({
        ...facilitator,
        async findSettlement(signed) {
          const found = await facilitator.findSettlement(signed)
          return found.outcome === 'void' && found.transaction
            ? { outcome: 'settled', transaction: found.transaction, logIndex: 0 }
            : found
        },
      }),
    },
  },
  'every refusal is final': {
    does: 'the server reports each refusal of the chain as the end of the authorization',
    foundBy: ['words about money', 'moved is answered or owed'],
    plan: {
      perMille: { 'submitted by payer': 900, 'pause of token': 60, 'blocked account': 150 },
    },
    wraps: {
      wrapFacilitator: (facilitator) => ({
        ...facilitator,
        async settle(...order) {
          const settlement = await facilitator.settle(...order)
          return settlement.outcome === 'refused'
            ? { ...settlement, reason: 'invalid_exact_evm_payload_authorization_valid_before' }
            : settlement
        },
      }),
    },
  },
  'refusals not written': {
    does: 'the server does not store that a payment has failed',
    foundBy: ['nothing is left open'],
    wraps: {
      wrapPorts: (ports) => ({ ...ports, record: { ...ports.record, async failed() {} } }),
    },
  },
  'debts not written': {
    does: 'the server does not store that it owes the answer of a settled payment',
    foundBy: ['nothing is left open'],
    wraps: { wrapPorts: (ports) => ({ ...ports, record: { ...ports.record, async owed() {} } }) },
  },
  'exposure not released': {
    does: 'a deferred payment that settles goes on to count against its payer',
    foundBy: ['exposure'],
    plan: { isAsync: true },
    wraps: { wrapDatabase: rewriting('amount = amount - ?', 'amount = amount - 0 * ?') },
  },
  'settlement not marked': {
    does: 'the server stores a settlement as final',
    foundBy: ['moved is answered or owed', 'nothing is left open'],
    wraps: { wrapDatabase: rewriting('unfinal = ?', 'unfinal = nullif(?, 1)') },
  },
  'removed transfer left alone': {
    does: 'the server does not settle an answered payment again whose transfer a reorganisation removed',
    foundBy: ['nothing is left open', 'moved is answered or owed'],
    wraps: { wrapDatabase: rewriting("'advanced', 'reorganised')", "'advanced')") },
  },
  'replaced hash not kept': {
    does: 'the server forgets the hash of a transaction when it sends one with a higher fee',
    guard: 'the server finds a settlement by the nonce, in the log of the token',
    wraps: {
      wrapDatabase: rewriting('transaction_hash is not null on conflict', 'false on conflict'),
    },
  },
  'answer sent before it is stored': {
    does: 'the server sends an answer while it still stores it',
    foundBy: ['same bytes', 'nothing is left open', 'moved is answered or owed', 'credits'],
    wraps: {
      wrapPorts: (ports) => ({
        ...ports,
        record: {
          ...ports.record,
          async answered(key, answer, ...rest) {
            ports.record.answered(key, answer, ...rest).catch(() => {})
            return answer
          },
        },
      }),
    },
  },
  'answer of another request': {
    does: 'the server executes the query of the payment before',
    foundBy: ['answer of its request'],
    wraps: {
      wrapPorts(ports) {
        let before: Parameters<typeof ports.answer>[0] | undefined
        return {
          ...ports,
          answer(priced, paid) {
            const executed = before ?? priced
            before = priced
            return ports.answer(executed, paid)
          },
        }
      },
    },
  },
  'stored answer of another payment': {
    does: 'the server sends the stored answer of the payment that it looked up before',
    foundBy: ['answer of its request', 'same bytes'],
    wraps: {
      wrapPorts(ports) {
        let before: StoredAnswer | undefined
        return {
          ...ports,
          record: {
            ...ports.record,
            async find(...key) {
              const row = await ports.record.find(...key)
              if (!row?.answer) return row
              const answer = before ?? row.answer
              before = row.answer
              return { ...row, answer }
            },
          },
        }
      },
    },
  },
  'answer of another purchase': {
    does: 'the client shows the stored answer of the purchase that it answered before',
    foundBy: ['answer of its request'],
    wraps: {
      wrapJournal(journal, { prepare }) {
        const newest = `select answer from purchases where state = 'answered' and answer is not null
          and id <> ? order by rowid desc limit 1`
        return {
          ...journal,
          read(id) {
            const purchase = journal.read(id)
            const answer = prepare(newest).get(id)?.['answer']
            return purchase?.answer && answer
              ? { ...purchase, answer: JSON.parse(String(answer)) }
              : purchase
          },
        }
      },
    },
  },
  'cap of 30 days forgotten': {
    does: 'the client reserves more than the cap of 30 days allows',
    foundBy: ['within the caps'],
    plan: { monthCap: 10 },
    wraps: { wrapCaps: (caps) => ({ ...caps, per30Days: 2n ** 60n }) },
  },
  'cap of a session forgotten': {
    does: 'the client reserves more than the cap of a session allows',
    foundBy: ['within the caps'],
    plan: { sessionCap: 5 },
    wraps: { wrapCaps: (caps) => ({ ...caps, perSession: 2n ** 60n }) },
  },
  'given up and released': {
    does: 'the client releases a payment from its budget that its user has given up',
    foundBy: ['void never moves'],
    plan: { hasNode: false, perMille: { 'abandoned by user': 600, 'lose message': 300 } },
    wraps: {
      wrapJournal: (journal) => ({ ...journal, rejected: (id, why) => journal.voided(id, why) }),
    },
  },
  'spent without a proof': {
    does: 'the client counts a payment as spent that the chain does not show yet',
    foundBy: ['words about money'],
    wraps: {
      wrapChain: (chain) => ({
        ...chain,
        prove: async (purchase) => (await chain.prove(purchase)) ?? 'settled',
      }),
    },
  },
  'paid before its backup': {
    does: 'a restored server refuses a payment that has moved money and that its backup does not hold',
    foundBy: ['moved is answered or owed'],
    plan: { hasPages: false, perMille: { 'restored server': 900, 'kill server': 10 } },
    wraps: {
      wrapFacilitator: (facilitator) => ({
        ...facilitator,
        async verify(signed, ...rest) {
          const { from, nonce } = signed.authorization
          if (await facilitator.authorizationState(from, nonce))
            return { isValid: false, payer: from, reason: 'invalid_payload', message: 'used' }
          return facilitator.verify(signed, ...rest)
        },
      }),
    },
  },
  'debit without a row': {
    does: 'the server takes credits from an organisation and leaves the row of the ledger empty',
    foundBy: ['credits'],
    plan: { customers: 2 },
    wraps: {
      wrapDatabase: rewriting(
        "id, 'debit', cast(? as bigint),\n    case",
        "id, 'debit', 0 * cast(? as bigint),\n    case",
      ),
    },
  },
  'idempotency key forgotten': {
    does: 'the server debits an operation again whose idempotency key has bought it',
    foundBy: ['credits'],
    plan: { customers: 2 },
    wraps: {
      wrapDatabase: (database) => ({
        ...rewriting(
          'values (?, ?, ?, ?, ?) on conflict do nothing',
          `values (?, ?, ?, ?, ?) on conflict (organisation, idempotency_key)
            do update set debit = excluded.debit, answer_body = null`,
        )(database),
        read: async (sql, ...values) =>
          sql.startsWith('select * from credit_answers') ? [] : database.read(sql, ...values),
      }),
    },
  },
  'credits of another wallet': {
    does: 'the server gives the credits for a missing part to the payer before',
    foundBy: ['credits'],
    wraps: {
      wrapPorts(ports) {
        let first: Gift['organisation'] | undefined
        return {
          ...ports,
          async giftForFailed(paid, credits) {
            const gift = await ports.giftForFailed(paid, credits)
            first ??= gift.organisation
            return { ...gift, organisation: first }
          },
        }
      },
    },
  },
}

/** A database with a part of one statement replaced. */
function rewriting(part: string, by: string): (database: Database) => Database {
  const change = (statement: Statement) => ({ ...statement, sql: statement.sql.replace(part, by) })
  return (database) => ({
    ...database,
    read: (sql, ...values) => database.read(sql.replace(part, by), ...values),
    write: (...statements) => database.write(...statements.map(change)),
  })
}

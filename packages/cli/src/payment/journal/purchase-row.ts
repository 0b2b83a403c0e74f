import { defined, ifPresent } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { Authorization } from '@fiq/shared/payment/authorization'
import type { QuoteRow } from '@fiq/shared/payment/quote'
import type { Hex } from '@fiq/shared/payment/wire'
import { journalRemedy } from './journal-error.ts'
import type { Row } from './open-database.ts'
import {
  type Purchase,
  type PurchaseState,
  type PurchaseSummary,
  purchaseStates,
} from './purchase.ts'
import { readStoredAnswer } from './stored-answer.ts'

/** Converts a row of the journal to a purchase. @throws FiqError `JOURNAL_UNAVAILABLE`. */
export function purchaseOf(row: Row): Purchase {
  try {
    return {
      id: textOf(row, 'id'),
      request: textOf(row, 'request'),
      state: stateOf(row),
      at: Number(integerOf(row, 'at')),
      amount: integerOf(row, 'amount'),
      payTo: textOf(row, 'pay_to') as Hex,
      quote: JSON.parse(textOf(row, 'quote')) as QuoteRow[],
      url: textOf(row, 'url'),
      body: textOf(row, 'body'),
      session: textOf(row, 'session'),
      authorization: readAuthorization(textOf(row, 'authorization')),
      ...defined({
        isPlay: row['play'] === 1n ? (true as const) : undefined,
        label: ifPresent(row['label'], String),
        once: ifPresent(row['once'], String),
        signed: ifPresent(row['signed'], String),
        transaction: ifPresent(row['transaction_hash'], String),
        answer: row['answer'] ? readStoredAnswer(textOf(row, 'answer')) : undefined,
      }),
    }
  } catch (cause) {
    throw new FiqError('JOURNAL_UNAVAILABLE', 'A row of the payment journal cannot be read.', {
      remedy: journalRemedy,
      cause,
    })
  }
}

/** The public fields of a purchase: without request, signature and answer. */
export function summaryOf(purchase: Purchase): PurchaseSummary {
  const { id, state, amount, transaction, payTo, quote, at, isPlay } = purchase
  return { id, state, amount, payTo, quote, at, ...defined({ transaction, isPlay }) }
}

function readAuthorization(text: string): Authorization {
  const { from, to, value, validAfter, validBefore, nonce } = JSON.parse(text) as Record<
    keyof Authorization,
    string
  >
  return {
    from: from as Hex,
    to: to as Hex,
    value: BigInt(value),
    validAfter: BigInt(validAfter),
    validBefore: BigInt(validBefore),
    nonce: nonce as Hex,
  }
}

function textOf(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new TypeError(`${column} is not a text`)
  return value
}

function integerOf(row: Row, column: string): bigint {
  const value = row[column]
  if (typeof value !== 'bigint') throw new TypeError(`${column} is not an integer`)
  return value
}

function stateOf(row: Row): PurchaseState {
  const state = purchaseStates.find((name) => name === row['state'])
  if (!state) throw new TypeError(`${String(row['state'])} is not a state`)
  return state
}

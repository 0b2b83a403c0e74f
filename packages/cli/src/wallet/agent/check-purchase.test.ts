import { typedDataOf } from '@fiq/shared/payment/authorization'
import type { Hex } from '@fiq/shared/payment/wire'
import { describe, expect, test } from 'vitest'
import { nonceOf } from '../../payment/identify.ts'
import type { Row } from '../../payment/open-database.ts'
import type { ReservationTerms } from '../../payment/ports.ts'
import { journalScene } from '../../payment/testing/test-journal.ts'
import { testAddress } from '../../payment/testing/test-payer.ts'
import { checkPurchase } from './check-purchase.ts'
import { termsText } from './protocol.ts'

const id: Hex = `0x${'ab'.repeat(32)}`
const other: Hex = `0x${'cd'.repeat(32)}`
const payTo: Hex = '0x00000000000000000000000000000000000000aa'
const request = 'f'.repeat(64)

describe('checkPurchase', () => {
  test('default: a reserved purchase gives the typed data of our own constants', () => {
    using scene = reserved()
    expect(checkPurchase(scene.row(), scene.asked, scene.at)).toEqual({
      typedData: typedDataOf(scene.authorization),
    })
  })

  test('error: a purchase that the journal does not hold', () => {
    using scene = reserved()
    expect(checkPurchase(undefined, scene.asked, scene.at)).toHaveProperty('refused')
    expect(checkPurchase(scene.row(), { ...scene.asked, id: other }, scene.at)).toHaveProperty(
      'refused',
    )
  })

  test.each<[string, Row]>([
    ['signed already', { state: 'signed' }],
    ['void', { state: 'void' }],
    ['with signed bytes', { signed: 'x' }],
    ['that nobody works at', { lease_until: null }],
    ['whose lease is over', { lease_until: 1_800_000_000_000n }],
    ['of play money', { play: 1n }],
    ['of another payer in its column', { payer: payTo }],
    ['of another amount', { amount: 15_001n }],
    ['of another payee', { pay_to: testAddress }],
    ['of another nonce', { nonce: other }],
    ['of another request, so of another nonce', { request: 'e'.repeat(64) }],
    ['of another end', { valid_before: 1_800_000_061n }],
  ])('error: a purchase %s is not signed', (_, change) => {
    using scene = reserved()
    expect(checkPurchase({ ...scene.row(), ...change }, scene.asked, scene.at)).toHaveProperty(
      'refused',
    )
  })

  test.each([
    ['another payer', { from: payTo }],
    ['another value', { value: '15001' }],
    ['another payee', { to: testAddress }],
    ['a beginning', { validAfter: '1' }],
    ['another nonce', { nonce: other }],
    ['another end', { validBefore: '1800000061' }],
  ])('error: an authorization in the journal with %s is not signed', (_, change) => {
    using scene = reserved()
    const row = scene.row()
    const authorization = { ...JSON.parse(String(row['authorization'])), ...change }
    const tampered = { ...row, authorization: JSON.stringify(authorization) }
    expect(checkPurchase(tampered, scene.asked, scene.at)).toHaveProperty('refused')
  })

  test.each([
    ['over', 1_800_000_060_000],
    ['valid for longer than any offer', 1_799_999_930_000],
  ])('error: a purchase that is %s is not signed', (_, now) => {
    using scene = reserved()
    expect(checkPurchase(scene.row(), scene.asked, { ...scene.at, now })).toHaveProperty('refused')
  })

  test('error: a caller that asks for another token, chain, domain or message', () => {
    using scene = reserved()
    const { terms } = scene.asked
    for (const [from, to] of [
      ['"chainId":8453', '"chainId":1'],
      ['"name":"USD Coin"', '"name":"Other"'],
      ['"version":"2"', '"version":"1"'],
      ['0x833589f', '0x833589e'],
      ['"value":"15000"', '"value":"15001"'],
      ['TransferWithAuthorization', 'ReceiveWithAuthorization'],
    ] as const) {
      const changed = terms.replace(from, to)
      expect(changed).not.toBe(terms)
      expect(checkPurchase(scene.row(), { id, terms: changed }, scene.at)).toEqual({
        refused: 'the caller asks for something else',
      })
    }
  })

  test('error: the wallet of another agent', () => {
    using scene = reserved()
    expect(checkPurchase(scene.row(), scene.asked, { ...scene.at, address: payTo })).toHaveProperty(
      'refused',
    )
  })
})

/** A purchase as the money path reserves it, and what a caller asks to have signed. */
function reserved() {
  const scene = journalScene()
  const now = scene.clock.now()
  const authorization = {
    from: testAddress,
    to: payTo,
    value: 15_000n,
    validAfter: 0n,
    validBefore: BigInt(now / 1_000 + 60),
    nonce: nonceOf(id, request),
  }
  const terms: ReservationTerms = {
    ...{ id, request, at: now, amount: 15_000n, payTo, quote: [['quotes', 1, 5]] },
    ...{ url: 'http://127.0.0.1/api/graphql', body: '{}', session: 's', authorization },
  }
  const { budget, database } = scene.process(1)
  budget.reserve(terms)
  return {
    authorization,
    asked: { id, terms: termsText(typedDataOf(authorization)) },
    at: { address: testAddress, now },
    row: () => database.row('SELECT * FROM purchases WHERE id = ?', id)!,
    [Symbol.dispose]: () => scene[Symbol.dispose](),
  }
}

import { typedDataOf } from '@fiq/shared/payment/authorization'
import type { Hex } from '@fiq/shared/payment/wire'
import { describe, expect, test } from 'vitest'
import type { Row } from '../../payment/journal/open-database.ts'
import { purchaseOf } from '../../payment/journal/purchase-row.ts'
import { testAddress } from '../../payment/testing/test-payer.ts'
import { reservedId as id, payTo, reservedPurchase } from '../testing/reserved-purchase.ts'
import { checkPurchase } from './check-purchase.ts'
import { termsText } from './protocol.ts'

const other: Hex = `0x${'cd'.repeat(32)}`

describe('checkPurchase', () => {
  test('default: a reserved purchase gives typed data with our own constants', () => {
    using scene = reservedPurchase()
    expect(checkPurchase(scene.row(), scene.asked, scene.at)).toEqual({
      typedData: typedDataOf(scene.authorization),
    })
  })

  test('error: refuses a purchase that is not in the journal', () => {
    using scene = reservedPurchase()
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
  ])('error: refuses a purchase %s', (_, change) => {
    using scene = reservedPurchase()
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
  ])('error: does not sign an authorization in the journal with %s', (_, change) => {
    using scene = reservedPurchase()
    const row = scene.row()
    const authorization = { ...JSON.parse(String(row['authorization'])), ...change }
    const tampered = { ...row, authorization: JSON.stringify(authorization) }
    expect(checkPurchase(tampered, scene.asked, scene.at)).toHaveProperty('refused')
    // Also if the caller requests the tampered terms.
    const asked = { id, terms: termsText(typedDataOf(purchaseOf(tampered).authorization)) }
    expect(checkPurchase(tampered, asked, scene.at)).toHaveProperty('refused')
  })

  test.each([
    ['over', 1_800_000_060_000],
    ['valid for longer than any offer', 1_799_999_930_000],
  ])('error: does not sign a purchase that is %s', (_, now) => {
    using scene = reservedPurchase()
    const row = { ...scene.row(), lease_until: 2_000_000_000_000n }
    expect(checkPurchase(row, scene.asked, { ...scene.at, now })).toHaveProperty('refused')
  })

  test('behavior: signs the longest offer plus five seconds, but not a second more', () => {
    using scene = reservedPurchase()
    const row = { ...scene.row(), lease_until: 2_000_000_000_000n }
    const at = (secondsLeft: number) => ({
      ...scene.at,
      now: 1_000 * (Number(scene.authorization.validBefore) - secondsLeft),
    })
    expect(checkPurchase(row, scene.asked, at(125))).toHaveProperty('typedData')
    expect(checkPurchase(row, scene.asked, at(126))).toEqual({
      refused: 'the purchase is valid for too long',
    })
  })

  test('error: does not sign a purchase of nothing', () => {
    using scene = reservedPurchase()
    const row = scene.row()
    const stored = { ...JSON.parse(String(row['authorization'])), value: '0' }
    const free = { ...row, amount: 0n, authorization: JSON.stringify(stored) }
    const asked = { id, terms: termsText(typedDataOf(purchaseOf(free).authorization)) }
    expect(checkPurchase(free, asked, scene.at)).toEqual({ refused: 'the amount differs' })
  })

  test('error: refuses a caller that requests another token, chain, domain or message', () => {
    using scene = reservedPurchase()
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
        refused: 'the terms of the request differ from the purchase',
      })
    }
  })

  test('error: refuses the wallet of another agent', () => {
    using scene = reservedPurchase()
    expect(checkPurchase(scene.row(), scene.asked, { ...scene.at, address: payTo })).toHaveProperty(
      'refused',
    )
  })
})

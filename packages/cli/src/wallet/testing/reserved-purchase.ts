import { typedDataOf } from '@fiq/shared/payment/authorization'
import { nonceOf } from '@fiq/shared/payment/build-authorization'
import type { Hex } from '@fiq/shared/payment/wire'
import type { ReservationTerms } from '../../payment/journal/purchase.ts'
import { journalScene } from '../../payment/testing/test-journal.ts'
import { testAddress } from '../../payment/testing/test-payer.ts'
import { termsText } from '../agent/protocol.ts'

export const reservedId: Hex = `0x${'ab'.repeat(32)}`
export const payTo: Hex = '0x00000000000000000000000000000000000000aa'
const request = 'f'.repeat(64)

/** A purchase that the money path has reserved, and the terms that a caller wants signed. */
export function reservedPurchase() {
  const scene = journalScene()
  const now = scene.clock.now()
  const authorization = {
    from: testAddress,
    to: payTo,
    value: 15_000n,
    validAfter: 0n,
    validBefore: BigInt(now / 1_000 + 60),
    nonce: nonceOf(reservedId, request),
  }
  const terms: ReservationTerms = {
    id: reservedId,
    request,
    at: now,
    amount: 15_000n,
    payTo,
    quote: [['quotes', 1, 5]],
    url: 'http://127.0.0.1/api/graphql',
    body: '{}',
    session: 's',
    authorization,
  }
  const { budget, database } = scene.process(1)
  budget.reserve(terms)
  return {
    authorization,
    asked: { id: reservedId, terms: termsText(typedDataOf(authorization)) },
    at: { address: testAddress, now },
    row: () => database.row('SELECT * FROM purchases WHERE id = ?', reservedId)!,
    [Symbol.dispose]: () => scene[Symbol.dispose](),
  }
}

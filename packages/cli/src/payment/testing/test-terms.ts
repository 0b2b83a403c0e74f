import type { Hex } from '@fiq/shared/payment/wire'
import type { ReservationTerms } from '../journal/purchase.ts'

/** Terms of a purchase, distinguished by `name`. */
export function terms(name: number, given: Partial<ReservationTerms> = {}): ReservationTerms {
  const id: Hex = `0x${name.toString(16).padStart(64, '0')}`
  const amount = given.amount ?? 15_000n
  return {
    id,
    request: `request ${name}`,
    at: 1_800_000_000_000,
    amount,
    payTo: '0x00000000000000000000000000000000000000aa',
    quote: [['quotes', 1, 5]],
    url: 'http://127.0.0.1:4020/api/graphql',
    body: '{}',
    session: 's1',
    authorization: {
      from: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
      to: '0x00000000000000000000000000000000000000aa',
      value: amount,
      validAfter: 0n,
      validBefore: 1_800_000_060n,
      nonce: id,
    },
    ...given,
  }
}

import type { Organisation } from '../../accounts/access-store.ts'
import type { Gift } from '../../credits/credit-store.ts'
import { createdAt } from './payments.ts'

/** The account of the paying wallet in the tests of credited answers. */
export const wallet: Organisation = { id: 'w', name: 'wallet', plan: 'pay-as-you-go', createdAt }
export const wholeAnswer = { status: 200, body: '{"data":{"a":1,"b":2}}' }
export const partialAnswer = { status: 200, body: '{"data":{"a":1,"b":null}}' }

/** Three credits for the missing part of the answer to the n-th payment. */
export function giftOf(n: number, id = `gift ${n}`): Gift {
  const once = { reference: `payment ${n}:failed`, unless: `payment ${n}` }
  return { id, organisation: wallet.id, kind: 'refund', credits: 3, ...once, at: createdAt }
}

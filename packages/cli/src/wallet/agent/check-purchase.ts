import { typedDataOf } from '@fiq/shared/payment/authorization'
import { nonceOf } from '@fiq/shared/payment/build-authorization'
import { sameAddress, timeoutSecondsMax } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import type { Row } from '../../payment/journal/open-database.ts'
import { purchaseOf } from '../../payment/journal/purchase-row.ts'
import { termsText } from './protocol.ts'

/** Maximum lead, in seconds, of the reserving process's clock over the agent's. */
const clockSlackSeconds = 5

/**
 * Checks a row of the journal before signing: reserved, held by a working process, not yet signed,
 * paid by this wallet in real money, every column equal to its authorization, valid for a short
 * time only, and equal to the caller's terms.
 *
 * @param at.now - Unix milliseconds.
 * @returns The typed data, from our own constants; or the reason for refusing.
 */
export function checkPurchase(
  row: Row | undefined,
  requested: { id: string; terms: string },
  { address, now }: { address: Hex; now: number },
): { typedData: ReturnType<typeof typedDataOf> } | { refused: string } {
  if (!row || row['id'] !== requested.id) return refused('the journal holds no such purchase')
  const purchase = purchaseOf(row)
  const { authorization, state } = purchase
  const seconds = BigInt(Math.floor(now / 1_000))
  const rules: readonly [boolean, string][] = [
    [state === 'reserved' && row['signed'] === null, 'the purchase is not reserved'],
    [Number(row['lease_until'] ?? 0n) > now, 'no process is working on the purchase'],
    [row['play'] === 0n, 'the purchase is of play money'],
    [sameAddress(authorization.from, address), 'the payer is another wallet'],
    [sameAddress(String(row['payer']), authorization.from), 'the payer differs'],
    [purchase.amount > 0n && purchase.amount === authorization.value, 'the amount differs'],
    [sameAddress(purchase.payTo, authorization.to), 'the payee differs'],
    [row['nonce'] === authorization.nonce, 'the nonce differs'],
    [
      authorization.nonce === nonceOf(requested.id as Hex, purchase.request),
      'the nonce is not that of the purchase',
    ],
    [row['valid_before'] === authorization.validBefore, 'the expiry differs'],
    [authorization.validAfter === 0n, 'the start of validity differs'],
    [authorization.validBefore > seconds, 'the purchase has expired'],
    [
      authorization.validBefore <= seconds + BigInt(timeoutSecondsMax + clockSlackSeconds),
      'the purchase is valid for too long',
    ],
  ]
  const broken = rules.find(([holds]) => !holds)
  if (broken) return refused(broken[1])
  const typedData = typedDataOf(authorization)
  if (requested.terms !== termsText(typedData))
    return refused('the terms of the request differ from the purchase')
  return { typedData }
}

function refused(refused: string): { refused: string } {
  return { refused }
}

import { FiqError, hasCode } from '@fiq/shared/errors'
import type { Payment } from '@fiq/shared/payment/payment-signature'
import type { PaymentRow } from '../storage/payments/payment-record.ts'

/** Concurrent callers with the same payment share one run. */
export type InFlight<answer> = {
  /**
   * Starts a run, or returns the answer of the running one with the same key and request.
   *
   * @param key - The payment.
   * @param request - Digest of the request. Another request with the same key is refused while this
   * one runs.
   * @param refusal - Creates the error of that refusal.
   * @throws FiqError `PAYMENT_BOUND_TO_OTHER_REQUEST`
   */
  join(
    key: string,
    request: string,
    run: () => Promise<answer>,
    refusal?: () => FiqError | Promise<FiqError>,
  ): Promise<answer>
  /** Whether this payment is being served. */
  has(key: string): boolean
  /** Number of runs in progress. */
  readonly size: number
}

/**
 * The key of a payment in flight. It contains signature, identifier and secret: a caller with
 * another signature, or one that read the payment from the chain, neither joins nor delays it.
 */
export function inFlightKey(
  payment: Pick<Payment, 'authorization' | 'signature' | 'identifier' | 'secretHash'>,
): string {
  const { authorization, signature, identifier, secretHash } = payment
  return [authorization.from, authorization.nonce, signature, identifier, secretHash].join(':')
}

/** {@link inFlightKey} of a payment in the record. */
export function rowInFlightKey({
  signed,
  identifier,
  secretHash,
}: Pick<PaymentRow, 'signed' | 'identifier' | 'secretHash'>): string {
  return inFlightKey({ ...signed, identifier, secretHash })
}

/** Creates the runs of this process. Other instances have their own. */
export function createInFlight<answer>(): InFlight<answer> {
  const running = new Map<string, { request: string; answer: Promise<answer> }>()
  return {
    get size() {
      return running.size
    },
    has: (key) => running.has(key),
    async join(key, request, run, refusal = usedElsewhere) {
      const leader = running.get(key)
      if (leader) {
        if (leader.request === request) return leader.answer
        throw await refusal()
      }
      const answer = run().finally(() => running.delete(key))
      running.set(key, { request, answer })
      return answer
    },
  }
}

/** @throws FiqError `CANCELLED` for a caller that closed its connection. Call it before a claim. */
export function refuseLeft({ hasLeft }: Leaving): void {
  if (hasLeft?.())
    throw new FiqError('CANCELLED', 'The caller has closed its connection.', {
      remedy: 'Nothing was charged. Send the same request again.',
    })
}

/** Joins the run of another caller. If that caller left, starts a run of its own. */
export async function joinUnlessLeft<answer>(
  caller: Leaving,
  join: () => Promise<answer>,
): Promise<answer> {
  for (;;)
    try {
      return await join()
    } catch (error) {
      const isOfLeader = hasCode(error, 'CANCELLED')
      if (!isOfLeader || caller.hasLeft?.()) throw error
    }
}

type Leaving = { hasLeft?: (() => boolean) | undefined }

function usedElsewhere(): FiqError {
  return new FiqError(
    'PAYMENT_BOUND_TO_OTHER_REQUEST',
    'Another request is using this payment; nothing was executed.',
  )
}

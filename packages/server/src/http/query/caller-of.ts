import { randomUUID } from 'node:crypto'
import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { readIdempotencyKey } from '@fiq/shared/idempotency-key'
import type { PricedRequest } from '@fiq/shared/pricing/price-request'
import type { Caller } from '../../payments/ports.ts'
import type { AdmittedRequest } from '../../rate-limit/request-gate.ts'
import type { Service, ServiceRequest } from './query-ports.ts'
import { refuseForeign } from './quote-answer.ts'

/**
 * Identifies the caller. A payment takes precedence over a key.
 *
 * @returns `undefined` for a caller with neither, which gets the quote.
 */
export async function callerOf(
  request: ServiceRequest,
  { identity }: AdmittedRequest,
  priced: PricedRequest,
  service: Service,
): Promise<Caller | undefined> {
  const { payment, proof, url, freeOnly, hasLeft, idempotencyKey: sentKey } = request
  const { address, isProven } = request.sender
  if (payment instanceof FiqError) throw payment
  if (payment !== undefined) {
    if (proof instanceof FiqError) throw proof
    const { contract, paymentPorts, earlier } = service
    const { payTo } = paymentPorts
    const terms = () => {
      const request = paymentPorts.digestOf(priced)
      const tariffs = earlier ? [contract.tariff, earlier.tariff] : [contract.tariff]
      return tariffs.map(({ version: tariff }) => ({ request, tariff, payTo }))
    }
    const payer = { payment, proof, address, isProven }
    await refuseForeign(payer, { url, terms }, paymentPorts)
    return { pays: 'usdc', ...payer, hasLeft }
  }
  if (!identity || freeOnly) return undefined
  const idempotencyKey = readIdempotencyKey(sentKey) || keyToKeep(request, priced, service)
  return {
    pays: 'credits',
    address,
    hasLeft,
    ...identity,
    ...defined({ idempotencyKey }),
  }
}

/**
 * The idempotency key of a request, or a new key if the answer may be stored apart: an answer on
 * credits is stored under its key.
 */
function keyToKeep(
  { storedAbove }: ServiceRequest,
  priced: PricedRequest,
  { paymentPorts }: Service,
): string | undefined {
  if (storedAbove === undefined) return undefined
  const bytesMax = paymentPorts.sizing?.bytesOf(priced) ?? 0
  return bytesMax > storedAbove ? `kept-${randomUUID()}` : undefined
}

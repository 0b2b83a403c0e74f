import { FiqError } from '@fiq/shared/errors'
import { preparedBytes } from '@fiq/shared/pricing/prepared-bytes'
import {
  type Contract,
  type PreparedOperation,
  type PricedRequest,
  prepareOperation,
  priceRequest,
} from '@fiq/shared/pricing/price-request'
import type { Tariff } from '@fiq/shared/pricing/tariff'
import { LRUCache } from 'lru-cache'
import type { GrantedRequest } from '../../execution/execute.ts'
import type { EarlierTariff } from '../../storage/terms/earlier-tariff.ts'
import { isPayment } from '../request-identity.ts'
import type { Operation, ServiceRequest } from './query-ports.ts'

/** Maximum number of cached plans, and of cached refusals. */
const textsMax = 2_000
/** Maximum estimated bytes of the cached plans. One text with its plans takes up to 85 MB. */
const plansBytesMax = 128 * 1024 * 1024
/** Maximum estimated bytes of the cached refusals. */
const refusalsBytesMax = 32 * 1024 * 1024

/** Prices an operation with the tariff in force, or with another one. */
export type PriceOf = (operation: Operation, tariff?: Tariff) => PricedRequest

/** Prices operations. Each text is planned once for each tariff, or refused once. */
export function createPricing(contract: Contract, bytesMax = plansBytesMax): PriceOf {
  const prepared = new LRUCache<string, PreparedOperation>({
    max: textsMax,
    maxSize: bytesMax,
    sizeCalculation: (operation, key) => 2 * key.length + preparedBytes(operation),
  })
  // A cache of their own, so that refused texts never displace accepted ones.
  const refused = new LRUCache<string, FiqError>({
    max: textsMax,
    maxSize: refusalsBytesMax,
    // The message and five facts may each keep a reference to a whole text that repeats the query.
    sizeCalculation: (_, key) => 14 * key.length + 4_000,
  })
  return ({ query, operationName, variables }, tariff = contract.tariff) => {
    const terms = tariff === contract.tariff ? contract : { ...contract, tariff }
    const key = keyOf(tariff.version, operationName, query)
    const refusal = refused.get(key)
    if (refusal) throw refusal
    let operation = prepared.get(key)
    if (!operation) {
      try {
        operation = prepareOperation(terms, query, operationName)
      } catch (error) {
        if (error instanceof FiqError) refused.set(key, error)
        throw error
      }
      prepared.set(key, operation)
    }
    const { planned } = operation
    try {
      return priceRequest(terms, operation, variables)
    } finally {
      // A cached entry grows when a request makes a further plan, so compute its size again.
      if (operation.planned > planned && prepared.delete(key)) prepared.set(key, operation)
    }
  }
}

/** With the lengths of what callers choose, so that no two requests have the same key. */
function keyOf(tariff: string, operationName: string | undefined, query: string): string {
  const name = operationName === undefined ? '' : `${operationName.length} ${operationName}`
  return `${tariff} ${name} ${query}`
}

/**
 * Finds the order of a payment that was quoted before the tariff changed, while its quote is valid:
 * it keeps the signed price. Any other order is unchanged.
 */
export function createEarlierPrices(
  {
    earlier,
    paymentPorts,
  }: { earlier?: EarlierTariff | undefined; paymentPorts: { nowMs(): number } },
  priceOf: PriceOf,
): (
  operation: Operation,
  payer: Pick<ServiceRequest, 'payment'>,
  priced: GrantedRequest,
) => GrantedRequest {
  if (!earlier) return (_, __, priced) => priced
  return (operation, { payment }, priced) => {
    if (!isPayment(payment) || paymentPorts.nowMs() > earlier.paidUntilMs) return priced
    const { value } = payment.authorization
    if (value === priced.price.amount) return priced
    try {
      const before = priceOf(operation, earlier.tariff)
      return before.price.amount === value ? before : priced
    } catch {
      // At that time the field was not for sale, so it was never quoted.
      return priced
    }
  }
}

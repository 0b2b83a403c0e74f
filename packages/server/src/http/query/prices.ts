import { FiqError } from '@fiq/shared/errors'
import { preparedBytes } from '@fiq/shared/pricing/prepared-bytes'
import {
  type Contract,
  type PreparedOperation,
  type PricedRequest,
  prepareOperation,
  priceRequest,
} from '@fiq/shared/pricing/price-request'
import { LRUCache } from 'lru-cache'
import type { GrantedRequest } from '../../execution/execute.ts'
import type { EarlierTariff } from '../../storage/terms/earlier-tariff.ts'
import { isPayment } from '../request-identity.ts'
import type { Operation, ServiceRequest } from './query-ports.ts'

/** Texts that are planned once and cached, and texts that are refused once and cached. */
const textsMax = 2_000
/** Memory of the planned texts, estimated: one text and its plans take up to 85 MB. */
const plansBytesMax = 128 * 1024 * 1024
/** Memory of the refusals, estimated. */
const refusalsBytesMax = 32 * 1024 * 1024

/** Prices operations. Each text is planned once, or refused once. */
export function createPricing(
  contract: Contract,
  bytesMax = plansBytesMax,
): (operation: Operation) => PricedRequest {
  const prepared = new LRUCache<string, PreparedOperation>({
    ...{ max: textsMax, maxSize: bytesMax },
    sizeCalculation: (operation, key) => 2 * key.length + preparedBytes(operation),
  })
  // Apart, so that refused texts never displace accepted ones.
  const refused = new LRUCache<string, FiqError>({
    ...{ max: textsMax, maxSize: refusalsBytesMax },
    // The message and five facts may each refer to a whole text that repeats the query.
    sizeCalculation: (_, key) => 14 * key.length + 4_000,
  })
  return ({ query, operationName, variables }) => {
    const key = operationName === undefined ? query : `${operationName}\n${query}`
    const refusal = refused.get(key)
    if (refusal) throw refusal
    let operation = prepared.get(key)
    if (!operation) {
      try {
        operation = prepareOperation(contract, query, operationName)
      } catch (error) {
        if (error instanceof FiqError) refused.set(key, error)
        throw error
      }
      prepared.set(key, operation)
    }
    const { planned } = operation
    try {
      return priceRequest(contract, operation, variables)
    } finally {
      // The size of an entry is computed when it is added: a refused request makes a plan, too.
      if (operation.planned > planned && prepared.delete(key)) prepared.set(key, operation)
    }
  }
}

/**
 * The order of a payment that was quoted before the tariff changed, while its quote is valid: it
 * keeps the signed price. Any other order is unchanged.
 */
export function createEarlierPrices({
  contract,
  earlier,
  paymentPorts,
}: {
  contract: Contract
  earlier?: EarlierTariff | undefined
  paymentPorts: { nowMs(): number }
}): (request: ServiceRequest, priced: GrantedRequest) => GrantedRequest {
  if (!earlier) return (_, priced) => priced
  const priceOf = createPricing({ ...contract, tariff: earlier.tariff })
  return (request, priced) => {
    const { payment } = request
    if (!isPayment(payment) || paymentPorts.nowMs() > earlier.paidUntilMs) return priced
    const { value } = payment.authorization
    if (value === priced.price.amount) return priced
    try {
      const before = priceOf(request)
      return before.price.amount === value ? before : priced
    } catch {
      // The field could not be sold then, so it was never quoted at that price.
      return priced
    }
  }
}

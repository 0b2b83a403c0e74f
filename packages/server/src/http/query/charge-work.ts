import { fieldsIn } from '@fiq/shared/pricing/plan-operation'
import type { PricedRequest } from '@fiq/shared/pricing/price-request'
import type { GrantedRequest } from '../../execution/execute.ts'
import type {
  AdmittedRequest,
  RequestGate,
  RequestIdentity,
} from '../../rate-limit/request-gate.ts'
import { planUnits, workUnits } from '../../rate-limit/work-units.ts'
import { turns } from '../../scheduling/turns.ts'
import { isPayment, type Presented } from '../request-identity.ts'
import type { Operation, Service } from './query-ports.ts'

/**
 * Charges work to an address that shows no known key.
 *
 * @param units - Beyond the first, which is the request itself: the gate has counted it.
 * @throws FiqError `RATE_LIMITED`
 */
export async function chargeWork(
  units: number,
  address: string,
  gate: Pick<RequestGate, 'chargeWork'>,
  pays: boolean,
): Promise<void> {
  if (units > 0) await gate.chargeWork(address, units, { pays })
}

/**
 * Units of the planned fields, none for a request that was refused before it was planned; and of the
 * text, where that is given.
 */
export function unitsOf(
  priced: Pick<GrantedRequest, 'bound'> | undefined,
  text?: Operation,
): number {
  const planned = priced ? planUnits(fieldsIn(priced.bound.plan.fields).length) : 0
  return planned + (text ? workUnits(text) : 0)
}

/** A request of so many units is read, priced and quoted in about a millisecond. */
const smallUnits = 10

/** Prices an operation, and charges the work to its address unless a known key was shown. */
export async function priceCharged(
  request: Operation & { payment?: Presented; sender: RequestIdentity },
  admitted: Partial<AdmittedRequest>,
  { gate, watchPricing }: Pick<Service, 'gate' | 'watchPricing'>,
  priceOf: (operation: Operation) => PricedRequest,
): Promise<PricedRequest> {
  const { address } = request.sender
  const pays = isPayment(request.payment)
  const charge = async (units: number) => {
    if (!admitted.identity) await chargeWork(units, address, gate, pays)
  }
  const units = workUnits(request)
  // What reads, prices and quotes a large request each has a turn of the event loop.
  const nextTurn = async () => {
    if (units > smallUnits) await turns.afterAll()
  }
  await charge(units - 1)
  await nextTurn()
  const priced = watchPricing?.(() => priceOf(request)) ?? priceOf(request)
  await charge(unitsOf(priced))
  await nextTurn()
  return priced
}

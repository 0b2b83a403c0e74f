import { argumentsOf } from '@fiq/shared/pricing/bind-plan'
import { fieldsIn } from '@fiq/shared/pricing/plan-operation'
import type { PricedRequest } from '@fiq/shared/pricing/price-request'
import type { GraphQLSchema } from 'graphql'
import { introspectionBytes } from '../../execution/introspection-size.ts'
import type { AdmittedRequest, RequestIdentity, Worker } from '../../rate-limit/request-gate.ts'
import { introspectionUnits, planUnits, workUnits } from '../../rate-limit/work-units.ts'
import { turns } from '../../scheduling/turns.ts'
import { isPayment, type Presented } from '../request-identity.ts'
import type { Operation, Service } from './query-ports.ts'

/**
 * Units of the planned fields and of the items of their priced lists, which are checked one by one;
 * and of the part of the schema that is read.
 */
export function unitsOf({ bound }: Pick<PricedRequest, 'bound'>, schema: GraphQLSchema): number {
  let count = 0
  for (const planned of fieldsIn(bound.plan.fields)) {
    const { timesOf } = planned.rate ?? {}
    const list = timesOf === undefined ? undefined : argumentsOf(bound, planned)[timesOf]
    count += 1 + (Array.isArray(list) ? list.length : 0)
  }
  return planUnits(count) + introspectionUnits(introspectionBytes(schema, bound.plan.fields))
}

/** A request of this many units is read, priced and quoted in about a millisecond. */
const smallUnits = 10

/** A priced operation whose work is charged. */
export type Charged = {
  priced: PricedRequest
  /** It bought something: the units are returned. */
  giveBack(): void
}

/**
 * Prices an operation, and charges the work to its customer or its address. The first unit is the
 * request itself, which the gate has counted.
 */
export async function priceCharged(
  request: Operation & { payment?: Presented; sender: RequestIdentity },
  { customer }: Pick<AdmittedRequest, 'customer'>,
  {
    gate,
    watchPricing,
    contract,
    report,
  }: Pick<Service, 'gate' | 'watchPricing' | 'contract' | 'report'>,
  priceOf: (operation: Operation) => PricedRequest,
): Promise<Charged> {
  const worker: Worker = { address: request.sender.address, customer }
  const pays = isPayment(request.payment)
  const charge = async (units: number) => {
    if (units > 0) await gate.chargeWork(worker, units, { pays })
  }
  const units = workUnits(request) - 1
  // Reading, pricing and quoting a large request each take a turn of the event loop.
  const nextTurn = async () => {
    if (units >= smallUnits) await turns.afterAll()
  }
  await charge(units)
  await nextTurn()
  const priced = watchPricing?.(() => priceOf(request)) ?? priceOf(request)
  const ofPlan = unitsOf(priced, contract.schema)
  await charge(ofPlan)
  await nextTurn()
  const giveBack = () => void gate.giveBack(worker, units + ofPlan, { pays }).catch(report)
  return { priced, giveBack }
}

import { foldRows } from '@fiq/shared/payment/quote'
import { argumentsOf } from '@fiq/shared/pricing/bind-plan'
import { fieldsIn, type OperationPlan, type PlannedField } from '@fiq/shared/pricing/plan-operation'
import type { Contract, PricedRequest } from '@fiq/shared/pricing/price-request'
import type { GraphQLSchema } from 'graphql'
import { introspectionBytes } from '../../execution/introspection-size.ts'
import type { PaymentPorts } from '../../payments/ports.ts'
import type { AdmittedRequest, RequestIdentity, Worker } from '../../rate-limit/request-gate.ts'
import {
  bodyUnits,
  introspectionUnits,
  planUnits,
  queryUnits,
} from '../../rate-limit/work-units.ts'
import { turns } from '../../scheduling/turns.ts'
import { errorAnswer, fiqErrorOf, free, type HttpAnswer, withFields } from '../http-answer.ts'
import { isPayment, type Presented } from '../request-identity.ts'
import type { PriceOf } from './prices.ts'
import type { Operation, Service, UnreadOperation } from './query-ports.ts'

/**
 * Units of the planned fields and of the items of their priced lists, which are checked one by one;
 * and of the part of the schema that is read.
 */
export function unitsOf({ bound }: Pick<PricedRequest, 'bound'>, schema: GraphQLSchema): number {
  const { plan } = bound
  const counted = countedFields.get(plan) ?? countFields(plan)
  let { count } = counted
  for (const planned of counted.priced) {
    const list = argumentsOf(bound, planned)[planned.rate!.timesOf!]
    if (Array.isArray(list)) count += list.length
  }
  return planUnits(count) + introspectionUnits(introspectionBytes(schema, plan.fields))
}

/** The number of planned fields, and those whose price depends on the length of a list. */
type CountedFields = { count: number; priced: readonly PlannedField[] }

const countedFields = new WeakMap<OperationPlan, CountedFields>()

function countFields(plan: OperationPlan): CountedFields {
  const fields = fieldsIn(plan.fields)
  const priced = fields.filter(({ rate }) => rate?.timesOf !== undefined)
  const counted = { count: fields.length, priced }
  countedFields.set(plan, counted)
  return counted
}

/** A request of this many units is read, priced and quoted in about a millisecond. */
const smallUnits = 10

/** A priced operation whose work is charged. */
export type Charged = {
  operation: Operation
  priced: PricedRequest
  /** It bought something: the units are returned. */
  refund(): void
}

/**
 * Reads and prices an operation. Charges each step to its customer or its address before the work
 * is done. The first unit is the request itself, which the gate has counted.
 */
export async function priceCharged(
  {
    operation: unread,
    payment,
    sender,
  }: { operation: UnreadOperation; payment?: Presented; sender: RequestIdentity },
  { customer }: Pick<AdmittedRequest, 'customer'>,
  {
    gate,
    watchPricing,
    contract,
    report,
  }: Pick<Service, 'gate' | 'watchPricing' | 'contract' | 'report'>,
  priceOf: PriceOf,
): Promise<Charged> {
  const worker: Worker = { ...sender, customer }
  const pays = isPayment(payment)
  let charged = 0
  const charge = (units: number) => {
    charged += units
    return units > 0 ? gate.chargeWork(worker, units, { pays }) : undefined
  }
  // Reading, pricing and quoting a large request each take a turn of the event loop.
  const nextTurn = () => (charged >= smallUnits ? turns.afterAll() : undefined)
  await charge(bodyUnits(unread.characters))
  await nextTurn()
  const operation = unread.read()
  await charge(queryUnits(operation) - 1)
  await nextTurn()
  const priced = watchPricing?.(() => priceOf(operation)) ?? priceOf(operation)
  await charge(unitsOf(priced, contract.schema))
  await nextTurn()
  const refund = () => void gate.refund(worker, charged, { pays }).catch(report)
  return { operation, priced, refund }
}

/** Answers with the price of an operation, which is free. Refuses what a quote would refuse. */
export function createPriceAlone(
  service: Pick<Service, 'gate' | 'contract' | 'watchPricing' | 'report'>,
  priceOf: PriceOf,
  portsOf: (operation: Operation) => Pick<PaymentPorts, 'preflight'>,
): (unread: UnreadOperation, sender: RequestIdentity) => Promise<HttpAnswer> {
  return async (unread, sender) => {
    let fields: AdmittedRequest['headers'] = {}
    try {
      const admitted = await service.gate.admit(sender)
      fields = admitted.headers
      const request = { operation: unread, sender }
      const { operation, priced } = await priceCharged(request, admitted, service, priceOf)
      await portsOf(operation).preflight(priced, { address: sender.address })
      return withFields(priceAlone(priced, service.contract), fields)
    } catch (thrown) {
      return withFields(errorAnswer(fiqErrorOf(thrown, service.report)), fields)
    }
  }
}

function priceAlone({ price }: PricedRequest, { tariff }: Contract): HttpAnswer {
  const { credits, amount, rows } = price
  return free(
    JSON.stringify({
      tariff: tariff.version,
      credits,
      amount: String(amount),
      rows: foldRows(rows),
    }),
  )
}

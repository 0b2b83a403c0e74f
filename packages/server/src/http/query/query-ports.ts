import type { Contract, PricedRequest } from '@fiq/shared/pricing/price-request'
import type { PlanScope } from '../../accounts/plan-scope.ts'
import type { GrantedRequest } from '../../execution/execute.ts'
import type { Requester } from '../../payments/fetch-budgets.ts'
import type { HasLeft, PaymentPorts } from '../../payments/ports.ts'
import type { RequestGate, RequestIdentity } from '../../rate-limit/request-gate.ts'
import type { EarlierTariff } from '../../storage/terms/earlier-tariff.ts'
import type { Presented, PresentedProof } from '../request-identity.ts'

/** One operation as received by a surface. */
export type ServiceRequest = {
  query: string
  variables: Readonly<Record<string, unknown>>
  operationName: string | undefined
  payment: Presented
  /** A fresh signature of the payer about the payment. */
  proof?: PresentedProof
  /** Absolute address of the resource, as the payer knows it. */
  url: string
  /** How directories learn to call this resource: texts for `extensions` of a quote. */
  discovery?: readonly string[] | undefined
  /** The sender of the request, apart from its payment. */
  sender: RequestIdentity
  hasLeft?: HasLeft | undefined
  /** The idempotency key as sent; read for operations on credits only. */
  idempotencyKey?: unknown
  /** Refuses a priced operation with its price, for any caller. */
  freeOnly?: boolean
  /** Bytes above which the answer is kept apart, to be read by an id of its own. */
  keptAbove?: number | undefined
  /** The answer becomes one message of MCP, whose size is bounded. */
  isResult?: boolean
}

/** The operation without its sender. */
export type Operation = Pick<ServiceRequest, 'query' | 'variables' | 'operationName' | 'isResult'>

/** Ports for answering requests. */
export type Service = {
  contract: Contract
  paymentPorts: PaymentPorts
  gate: RequestGate
  /** Excludes fields outside the key's plan. */
  scope: PlanScope
  maxTimeoutSeconds: number
  /** The previous tariff, while its quotes are still valid. */
  earlier?: EarlierTariff | undefined
  /** Runs a free request. */
  answerFree(priced: GrantedRequest, requester: Requester): Promise<string>
  /** Sees each pricing, where traces are made. */
  watchPricing?: ((price: () => PricedRequest) => PricedRequest) | undefined
  report(error: unknown): void
}

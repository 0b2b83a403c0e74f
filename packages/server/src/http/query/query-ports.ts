import type { Contract, PricedRequest } from '@fiq/shared/pricing/price-request'
import type { PlanScope } from '../../accounts/plan-scope.ts'
import type { GrantedRequest } from '../../execution/execute.ts'
import type { Requester } from '../../payments/fetch-budgets.ts'
import type { HasLeft, PaymentPorts } from '../../payments/ports.ts'
import type { RequestGate, RequestIdentity } from '../../rate-limit/request-gate.ts'
import type { EarlierTariff } from '../../storage/terms/earlier-tariff.ts'
import type { Presented, PresentedProof } from '../request-identity.ts'

/** An operation to price or to answer. */
export type Operation = {
  query: string
  variables: Readonly<Record<string, unknown>>
  operationName: string | undefined
  /** Whether the answer becomes one MCP message, whose size is limited. */
  isResult?: boolean
}

/** An operation that is still text. Reading takes time in proportion to its length. */
export type UnreadOperation = {
  /** Length of the text; 0 if the surface has charged for it. */
  characters: number
  /** @throws FiqError */
  read(): Operation
}

/** A request as a surface received it. Its operation is read after its length was charged. */
export type ServiceRequest = {
  operation: UnreadOperation
  payment: Presented
  /** A fresh signature that names the payment. */
  proof?: PresentedProof
  /** Absolute address of the resource, as the payer knows it. */
  url: string
  /** Texts for `extensions` of a quote, from which directories learn how to call this resource. */
  discovery?: readonly string[] | undefined
  /** The sender of the request, apart from its payment. */
  sender: RequestIdentity
  hasLeft?: HasLeft | undefined
  /** The idempotency key as sent. Only operations on credits read it. */
  idempotencyKey?: unknown
  /** Refuses every operation with a price, for every caller. */
  freeOnly?: boolean
  /** A larger answer, in bytes, is stored apart and read by its own id. */
  storedAbove?: number | undefined
  /** Whether the answer says which of its lists have more items; default true. */
  tellsMore?: boolean | undefined
}

/** Ports for answering requests. */
export type Service = {
  contract: Contract
  paymentPorts: PaymentPorts
  gate: RequestGate
  /** Excludes fields outside the account plan of the key. */
  scope: PlanScope
  maxTimeoutSeconds: number
  /** The previous tariff, while its quotes are still valid. */
  earlier?: EarlierTariff | undefined
  /** Runs a free request. */
  answerFree(priced: GrantedRequest, requester: Requester): Promise<string>
  /** Wraps each pricing in a trace; absent without tracing. */
  watchPricing?: ((price: () => PricedRequest) => PricedRequest) | undefined
  report(error: unknown): void
}

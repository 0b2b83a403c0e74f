import type { PaymentPorts } from '../payments/ports.ts'
import type { Facilitator } from '../settlement/facilitator.ts'
import type { Transport } from '../upstreams/transport.ts'

/** Attributes of a span. They never contain callers or queries. */
export type TraceAttributes = Readonly<Record<string, string | number>>

/** A traced request. */
export type TracedRequest = {
  /** Runs `work` so that everything it starts belongs to the request's trace. */
  run(work: () => void): void
  end(name: string, attributes: TraceAttributes): void
}

/** Traces of single requests, with their spans. Off by default. */
export type Traces = {
  /** @param headers - Headers of the request. A W3C `traceparent` continues its trace. */
  request(headers: Readonly<Record<string, unknown>>): TracedRequest
  /** Measures `work` as a span of the current request, until its promise settles. */
  part<value>(name: string, attributes: TraceAttributes, work: () => value): value
  /** Sends the remaining spans, for a few seconds at most. */
  close(): Promise<void>
}

/** The facilitator, with spans `verify` and `settle`. */
export function tracedFacilitator(facilitator: Facilitator, { part }: Traces): Facilitator {
  const { verify, settle } = facilitator
  return {
    ...facilitator,
    verify: (...payment) => part('verify', {}, () => verify(...payment)),
    settle: (...payment) => part('settle', {}, () => settle(...payment)),
  }
}

/** The transport, with a span `upstream` for each fetch. */
export function tracedTransport(transport: Transport, { part }: Traces): Transport {
  return {
    ...transport,
    fetch: (request) =>
      part('upstream', { 'server.address': request.url.host }, () => transport.fetch(request)),
  }
}

/** The payment ports, with a span `execute` for each execution. */
export function tracedPaymentPorts(paymentPorts: PaymentPorts, { part }: Traces): PaymentPorts {
  const { answer, answerOnCredits } = paymentPorts
  return {
    ...paymentPorts,
    answer: (...order) => part('execute', {}, () => answer(...order)),
    answerOnCredits: (...order) => part('execute', {}, () => answerOnCredits(...order)),
  }
}

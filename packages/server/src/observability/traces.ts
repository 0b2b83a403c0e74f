import type { PaymentPorts } from '../payments/ports.ts'
import type { Facilitator } from '../settlement/facilitator.ts'
import type { Transport } from '../upstreams/transport.ts'

/** What may stand beside the name of a part. Never who asked, never what was asked. */
export type TraceAttributes = Readonly<Record<string, string | number>>

/** A request that is traced. */
export type TracedRequest = {
  /** What `work` starts belongs to the request. */
  run(work: () => void): void
  end(name: string, attributes: TraceAttributes): void
}

/** Single requests and their parts, timed for those who look. There are none unless asked for. */
export type Traces = {
  /** @param headers - of the request: the trace of a W3C `traceparent` is carried on. */
  request(headers: Readonly<Record<string, unknown>>): TracedRequest
  /** Times `work` as a part of the request it runs in, up to the end of what it promises. */
  part<value>(name: string, attributes: TraceAttributes, work: () => value): value
  /** Sends what is left, for some seconds at most. */
  close(): Promise<void>
}

export function tracedFacilitator(facilitator: Facilitator, { part }: Traces): Facilitator {
  const { verify, settle } = facilitator
  return {
    ...facilitator,
    verify: (...payment) => part('verify', {}, () => verify(...payment)),
    settle: (...payment) => part('settle', {}, () => settle(...payment)),
  }
}

export function tracedTransport(transport: Transport, { part }: Traces): Transport {
  return {
    ...transport,
    fetch: (request) =>
      part('upstream', { 'server.address': request.url.host }, () => transport.fetch(request)),
  }
}

export function tracedPaymentPorts(paymentPorts: PaymentPorts, { part }: Traces): PaymentPorts {
  const { answer, answerOnCredits } = paymentPorts
  return {
    ...paymentPorts,
    answer: (...order) => part('execute', {}, () => answer(...order)),
    answerOnCredits: (...order) => part('execute', {}, () => answerOnCredits(...order)),
  }
}

import { formatUsdc } from '@fiq/shared/money/usdc'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { PaymentRecord } from '../storage/payments/payment-record.ts'
import { createRequestTally, type RequestTally } from './request-tally.ts'

/** The server's counters. They never contain callers or queries. */
export type Metrics = Pick<RequestTally, 'answered'> & {
  shed(): void
  settled(outcome: string, seconds: number): void
  /** @param outcome - `ok`, or the error's code. */
  upstreamAnswered(host: string, outcome: string, seconds: number): void
  /** Prometheus text format 0.0.4. */
  text(): Promise<string>
  contentType: string
  /** Registries of metrics that other modules measure. */
  registers: Registry[]
}

/** Sums over a large record are read at most this often. */
const totalsKeptMs = 10_000

/** Creates the metrics of a server, in a register of its own. */
export function createMetrics(ports: {
  record: Pick<PaymentRecord, 'totals'>
  nowMs(): number
}): Metrics {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  paymentGauges(registers, ports)

  const tally = createRequestTally()
  const shed = new Counter({
    name: 'fiq_http_shed_total',
    help: 'Unpaid requests refused while the server was overloaded',
    registers,
  })
  const settlements = new Histogram({
    name: 'fiq_settlement_seconds',
    help: 'Time to settle a payment, by outcome',
    labelNames: ['outcome'] as const,
    buckets: [0.01, 0.05, 0.25, 1, 2.5, 5, 15, 60],
    registers,
  })
  const upstreams = new Histogram({
    name: 'fiq_upstream_seconds',
    help: 'Time of requests to upstreams, by host and outcome',
    labelNames: ['host', 'outcome'] as const,
    buckets: [0.05, 0.25, 1, 3, 10, 45],
    registers,
  })
  return {
    registers,
    answered: tally.answered,
    shed: () => shed.inc(),
    settled: (outcome, seconds) => settlements.observe({ outcome }, seconds),
    upstreamAnswered: (host, outcome, seconds) => upstreams.observe({ host, outcome }, seconds),
    text: async () => `${await register.metrics()}\n${tally.text()}`,
    contentType: register.contentType,
  }
}

/** Gauges of payments, read from the record at each scrape. */
function paymentGauges(
  registers: Registry[],
  { record, nowMs }: { record: Pick<PaymentRecord, 'totals'>; nowMs(): number },
): void {
  let cached: { at: number; totals: ReturnType<PaymentRecord['totals']> } | undefined
  const totals = () => {
    if (!cached || nowMs() - cached.at > totalsKeptMs)
      cached = { at: nowMs(), totals: record.totals() }
    return cached.totals
  }
  const labelNames = ['state'] as const
  new Gauge({
    name: 'fiq_payments',
    help: 'Payments in the record, by state',
    labelNames,
    registers,
    async collect() {
      for (const [state, { count }] of Object.entries(await totals())) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'fiq_payments_usdc',
    help: 'Sums of payments in USDC, by state; exact sums are in the payment record',
    labelNames,
    registers,
    async collect() {
      for (const [state, { amount }] of Object.entries(await totals()))
        this.set({ state }, Number(formatUsdc(amount)))
    },
  })
}

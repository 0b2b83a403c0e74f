import { FiqError } from '@fiq/shared/errors'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { checkClockSkew } from '../observability/clock-skew.ts'
import { type Drain, openDrain } from '../observability/drain.ts'
import { gasGauges } from '../observability/gas-gauges.ts'
import {
  measuredFacilitator,
  measuredTransport,
  type UpstreamHealth,
} from '../observability/measured.ts'
import { type Metrics, openMetrics } from '../observability/metrics.ts'
import { type Overload, openOverload } from '../observability/overload.ts'
import { openReadiness, type Readiness, type ReadinessReport } from '../observability/readiness.ts'
import {
  type Traces,
  tracedFacilitator,
  tracedPaymentPorts,
  tracedTransport,
} from '../observability/traces.ts'
import type { PaymentPorts } from '../payments/ports.ts'
import { steadyMs } from '../scheduling/steady-ms.ts'
import type { SettlerGas } from '../settlement/settle/settler-balance.ts'
import type { Transport } from '../upstreams/transport.ts'
import type { OpenedFacilitator } from './settlement.ts'
import type { Storage } from './storage.ts'

/** What running the server in production takes, beside answering. */
export type Observability = {
  metrics: Metrics
  overload: Overload
  log: ObservabilityPorts['log']
  metricsToken: string | undefined
  traces: Traces | undefined
  ready(): Promise<ReadinessReport>
  isDraining(): boolean
  /** Times what upstreams answer, and remembers how they do. */
  watchUpstreams(transport: Transport): Transport
  upstreamHealth(): readonly UpstreamHealth[]
  /** Times settlements, and makes who settles part of being ready. */
  watchSettling(settling: OpenedFacilitator): OpenedFacilitator
  /** Makes running what was sold a part of a trace. */
  watchSelling(paymentPorts: PaymentPorts): PaymentPorts
  /** Before the server listens. */
  watchSockets(app: FastifyInstance): void
  /** Stops taking requests, and ends those under way. */
  drain(): Promise<void>
}

export type ObservabilityPorts = {
  storage: Pick<Storage, 'record' | 'probe'>
  now(): Date
  log: Partial<Pick<Logger, 'info' | 'debug' | 'warn' | 'isLevelEnabled'>>
  metricsToken: string | undefined
  /** Where the operator asked for them. */
  traces: Traces | undefined
  shutdownSeconds: number
  report(error: unknown): void
}

export function openObservability(ports: ObservabilityPorts): Observability {
  const { storage, now, log, metricsToken, traces, shutdownSeconds, report } = ports
  const nowMs = () => now().getTime()
  const metrics = openMetrics({ record: storage.record, nowMs: steadyMs })
  const overload = openOverload()
  const checks: Readiness[] = [{ name: 'store', check: storage.probe }]
  let draining = false
  let drain: Drain | undefined
  let upstreamHealth = (): readonly UpstreamHealth[] => []
  const isDraining = () => draining

  return {
    metrics,
    overload,
    log,
    metricsToken,
    traces,
    isDraining,
    ready: openReadiness(checks, { nowMs: steadyMs, isDraining, report }),
    upstreamHealth: () => upstreamHealth(),
    watchUpstreams(transport) {
      const measured = measuredTransport(transport, metrics, now)
      upstreamHealth = measured.health
      return traces ? tracedTransport(measured.transport, traces) : measured.transport
    },
    watchSettling(settling) {
      const { chain, devnet } = settling
      checks.push({ name: 'settlement', check: () => probeSettlement(settling) })
      // The devnet makes blocks when there is something to put in them.
      if (chain && !devnet)
        checks.push({ name: 'clock', check: () => checkClockSkew(chain, nowMs) })
      const { gas } = settling
      if (gas) {
        checks.push({ name: 'gas', check: () => checkGas(gas) })
        gasGauges(metrics.registers, gas)
      }
      const facilitator = measuredFacilitator(settling.facilitator, metrics)
      return {
        ...settling,
        facilitator: traces ? tracedFacilitator(facilitator, traces) : facilitator,
      }
    },
    watchSelling: (paymentPorts) =>
      traces ? tracedPaymentPorts(paymentPorts, traces) : paymentPorts,
    watchSockets(app) {
      drain = openDrain(app)
    },
    async drain() {
      draining = true
      await drain?.closeWithin(shutdownSeconds * 1_000)
      await traces?.close()
    },
  }
}

/** A balance that cannot pay the next transaction serves no payment. */
async function checkGas(gas: SettlerGas): Promise<'ok' | 'warning'> {
  const { state } = await gas.look()
  if (state !== 'empty') return state === 'low' ? 'warning' : 'ok'
  throw new FiqError('SERVER_BUSY', 'The settler has too little ether for the next transaction.')
}

/** The node where there is one, else the facilitator of others. */
function probeSettlement({ chain, facilitator }: OpenedFacilitator): Promise<unknown> {
  return chain ? chain.request({ method: 'eth_chainId' }) : facilitator.supported()
}

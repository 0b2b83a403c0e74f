import { FiqError } from '@fiq/shared/errors'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { ServerConfig } from '../config/config.ts'
import { checkClockSkew } from '../observability/clock-skew.ts'
import { createDrain, type Drain } from '../observability/drain.ts'
import { gasGauges } from '../observability/gas-gauges.ts'
import { createHourTally, type HourTally, scheduleFlushes } from '../observability/hour-tally.ts'
import { measuredTransport, type UpstreamHealth } from '../observability/measured.ts'
import { createMetrics, type Metrics } from '../observability/metrics.ts'
import { createOverload, type Overload } from '../observability/overload.ts'
import {
  createReadiness,
  type Readiness,
  type ReadinessReport,
} from '../observability/readiness.ts'
import { type Traces, tracedTransport } from '../observability/traces.ts'
import { steadyMs } from '../scheduling/steady-ms.ts'
import type { SettlerGas } from '../settlement/settle/settler-balance.ts'
import type { Transport } from '../upstreams/transport.ts'
import type { Settlement } from './settlement.ts'
import type { Storage } from './storage.ts'

/** Metrics, traces, logs and health of a production server. */
export type Observability = {
  metrics: Metrics
  overload: Overload
  log: ObservabilityPorts['log']
  metricsToken: string | undefined
  traces: Traces | undefined
  /** Hourly counts for operators. */
  tally: HourTally
  ready(): Promise<ReadinessReport>
  isDraining(): boolean
  /** Measures upstream responses and records the health of each upstream. */
  watchUpstreams(transport: Transport): Transport
  upstreamHealth(): readonly UpstreamHealth[]
  /** Makes the facilitator, the chain and the settler's gas part of readiness. */
  watchSettlement(settlement: Settlement): void
  /** Call before the server listens. */
  watchSockets(app: FastifyInstance): void
  /** Stops accepting requests and waits for those in progress to end. */
  drain(): Promise<void>
}

export type ObservabilityPorts = {
  storage: Pick<Storage, 'record' | 'probe' | 'counts'>
  now(): Date
  log: Partial<Pick<Logger, 'info' | 'debug' | 'warn' | 'isLevelEnabled'>>
  version: string
  environment: Readonly<Record<string, string | undefined>>
  report(error: unknown): void
}

/** Opens metrics, traces, overload protection, readiness and draining. */
export async function openObservability(
  config: Pick<ServerConfig, 'traces' | 'shutdownSeconds'>,
  { storage, now, log, version, environment, report }: ObservabilityPorts,
): Promise<Observability> {
  const metricsToken = environment['FIQ_METRICS_TOKEN'] || undefined
  const traces = config.traces ? await loadTraces(config.traces, version) : undefined
  const nowMs = () => now().getTime()
  const metrics = createMetrics({ record: storage.record, nowMs: steadyMs })
  const overload = createOverload()
  const tally = createHourTally(storage.counts.add, nowMs)
  const endFlushes = scheduleFlushes(tally, report)
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
    tally,
    isDraining,
    ready: createReadiness(checks, { nowMs: steadyMs, isDraining, report }),
    upstreamHealth: () => upstreamHealth(),
    watchUpstreams(transport) {
      const measured = measuredTransport(transport, metrics, tally, now)
      upstreamHealth = measured.health
      return traces ? tracedTransport(measured.transport, traces) : measured.transport
    },
    watchSettlement(settlement) {
      const { chain, devnet, gas } = settlement
      checks.push({ name: 'settlement', check: () => probeSettlement(settlement) })
      // The devnet mines a block only for a transaction, so its blocks need no watching.
      if (chain && !devnet)
        checks.push({ name: 'clock', check: () => checkClockSkew(chain, nowMs) })
      if (!gas) return
      checks.push({ name: 'gas', check: () => checkGas(gas) })
      gasGauges(metrics.registers, gas)
    },
    watchSockets(app) {
      drain = createDrain(app)
    },
    async drain() {
      draining = true
      await drain?.closeWithin(config.shutdownSeconds * 1_000)
      await endFlushes()
      await traces?.close()
    },
  }
}

/** Loads the tracing code only if tracing is on; it is off by default. */
async function loadTraces(
  collector: NonNullable<ServerConfig['traces']>,
  version: string,
): Promise<Traces> {
  const { openTraces } = await import('../observability/open-traces.ts')
  return openTraces(collector, version)
}

/** A settler that cannot pay the gas of the next transaction is not ready. */
async function checkGas(gas: SettlerGas): Promise<'ok' | 'warning'> {
  const { state } = await gas.look()
  if (state !== 'empty') return state === 'low' ? 'warning' : 'ok'
  throw new FiqError('SERVER_BUSY', 'The settler has too little ether for the next transaction.')
}

/** Probes our node if there is one, else the remote facilitator. */
function probeSettlement({ chain, facilitator }: Settlement): Promise<unknown> {
  return chain ? chain.request({ method: 'eth_chainId' }) : facilitator.supported()
}

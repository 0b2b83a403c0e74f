import type { Row } from './benches.ts'
import type { LargeAnswer } from './proxy-large.ts'

type Proxy = Record<'direct' | 'proxied', { p50Ms: number; p95Ms: number }> & {
  clients: number
  total: number
  requestsPerSecond: number
  p50Ms: number
  p95Ms: number
  residentMb: number[]
  large: LargeAnswer[]
}

/** Table rows of the proxy's overhead. */
export function proxyRows({
  direct,
  proxied,
  clients,
  total,
  requestsPerSecond,
  p50Ms,
  p95Ms,
  residentMb,
  large,
}: Proxy): Row[] {
  return [
    {
      figure: 'one client, p50 / p95',
      ours: `${proxied.p50Ms} / ${proxied.p95Ms} ms: + ${(proxied.p50Ms - direct.p50Ms).toFixed(2)} ms at p50`,
      peer: `direct ${direct.p50Ms} / ${direct.p95Ms} ms`,
      goal: 'at most + 1 ms at p50',
    },
    {
      figure: `${clients} clients at once, ${total} requests`,
      ours: `${requestsPerSecond}/s, p50 ${p50Ms} / p95 ${p95Ms} ms, none failed`,
    },
    {
      figure: 'memory of its process, each tenth of them',
      ours: `${residentMb.join(', ')} MB`,
      goal: 'flat',
    },
    ...large.map(({ tickers, bytes, gapMs, cpuMs }) => ({
      figure: `event loop, a paid answer of ${tickers} tickers, fitted and paged`,
      ours: `longest turn ${Math.round(cpuMs)} ms CPU, ${Math.round(gapMs)} ms; ${(bytes / 1e6).toFixed(1)} MB`,
      goal: 'at most 50 ms',
    })),
  ]
}

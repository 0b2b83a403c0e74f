import type { Row } from './benches.ts'

type Proxy = Record<'direct' | 'proxied', { p50Ms: number; p95Ms: number }> & {
  clients: number
  total: number
  requestsPerSecond: number
  p50Ms: number
  p95Ms: number
  residentMb: number[]
}

/** The proxy's overhead, as rows of the table. */
export function proxyRows({
  direct,
  proxied,
  clients,
  total,
  requestsPerSecond,
  p50Ms,
  p95Ms,
  residentMb,
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
  ]
}

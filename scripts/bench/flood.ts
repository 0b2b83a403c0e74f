import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

export type FloodOptions = {
  url: string
  /** Requests per second. Without it, each connection sends the next request after an answer. */
  perSecond?: number | undefined
  connections: number
  /** Local address of the client: `127.0.0.2`. */
  from?: string | undefined
  /** Minimum length of a query. */
  characters?: number | undefined
}

export type FloodReport = {
  sent: number
  /** Requests that were due when no connection was free. */
  held: number
  /** Answers by HTTP status. */
  statuses: Record<string, number>
  /** Time of each quote in Unix milliseconds. */
  quotedAt: number[]
}

/** Starts unpaid queries in a separate process. */
export function startFlood(options: FloodOptions): { stop(): Promise<FloodReport> } {
  const flood = fork(join(import.meta.dirname, 'unpaid-load.ts'), [JSON.stringify(options)])
  const end = () => flood.kill()
  process.once('exit', end)
  return {
    async stop() {
      const reported = once(flood, 'message')
      flood.send('stop')
      const [report] = (await reported) as [FloodReport]
      process.removeListener('exit', end)
      return report
    },
  }
}

/** Sends unpaid queries from an address until its limit is reached. */
export async function useUpLimit(url: string, from: string): Promise<void> {
  const flood = startFlood({ url, from, connections: 32 })
  while ((await quoteStatus(url, from)) !== 429) await setTimeout(20)
  await flood.stop()
}

/** The status of one unpaid query from a local address. */
export async function quoteStatus(url: string, from = '127.0.0.1'): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const options = { method: 'POST', headers, localAddress: from, agent: false }
  const sent = request(`${url}/api/graphql`, options)
  sent.end('{"query":"{ marketStatus { session } }"}')
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode ?? 0
}

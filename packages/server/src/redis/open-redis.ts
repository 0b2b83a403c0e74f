import { Redis as Client } from 'ioredis'
import { type CallPorts, callOrRest } from '../scheduling/call-or-rest.ts'

/**
 * A Redis or Valkey that instances share for caching and common limits. It may disappear at any
 * moment: no request fails because of that, and no data is lost.
 */
export type Redis = {
  /** The result of `run`; `undefined` if Redis is unavailable. Never rejects. */
  call<value>(run: (client: Client) => Promise<value>): Promise<value | undefined>
  close(): Promise<void>
}

const connectTimeoutMs = 2_000
const reconnectMaxMs = 1_000

/**
 * Waits briefly for the first connection and starts without it; reconnects whenever the connection
 * ends.
 *
 * @param url - `redis://…` or `rediss://…`; the number of a database may follow as its path.
 * @param report - called once when Redis stops answering.
 * @param patience - timeout of a command, and the pause after a failed one.
 */
export async function openRedis(
  url: string,
  report: (error: unknown) => void,
  patience: Omit<CallPorts, 'report'> = {},
): Promise<Redis> {
  const client = new Client(url, {
    connectionName: 'fiq-server',
    lazyConnect: true,
    connectTimeout: connectTimeoutMs,
    retryStrategy: (times) => Math.min(50 * times, reconnectMaxMs),
    // Nothing waits for a connection and nothing is sent twice: the callers have something else.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    enableAutoPipelining: true,
  })
  // Every command that fails says so itself; without a listener the client would print it.
  client.on('error', () => {})
  const call = callOrRest({ report, ...patience })
  await client.connect().catch(report)
  return {
    call: (run) => call(() => run(client)),
    async close() {
      client.disconnect()
    },
  }
}

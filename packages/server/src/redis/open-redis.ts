import { Redis as Client } from 'ioredis'
import { type CallPorts, callOrRest } from '../scheduling/call-or-rest.ts'

/**
 * A Redis or Valkey that instances share for caching and common limits. It may become unavailable
 * at any moment; then no request fails and no data is lost.
 */
export type Redis = {
  /** The result of `run`; `undefined` if Redis is unavailable. Never rejects. */
  call<value>(run: (client: Client) => Promise<value>): Promise<value | undefined>
  close(): Promise<void>
}

const connectTimeoutMs = 2_000
const reconnectMaxMs = 1_000

/**
 * Waits briefly for the first connection, and starts without it if necessary. Reconnects whenever
 * the connection ends.
 *
 * @param url - `redis://…` or `rediss://…`; the path may be the number of a database.
 * @param report - Called once when Redis stops answering.
 * @param patience - Timeout of a command, and the pause after a failed one.
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
    // Do not queue or resend commands: the callers have a fallback.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    enableAutoPipelining: true,
  })
  // Failed commands report their errors. Without a listener the client would print them.
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

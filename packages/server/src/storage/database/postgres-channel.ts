import pg from 'pg'
import type { Database } from './database.ts'

/**
 * Lines that the instances on one database send each other. They are not stored, and a line may be
 * lost.
 */
export type Channel = { publish(line: string): void; close(): Promise<void> }

export type ChannelParts = {
  url: string
  database: Pick<Database, 'read'>
  /**
   * Channel name of letters, digits and `_`. Instances with the same name receive each other's
   * lines.
   */
  name: string
  /** Called with the lines of every instance, this one included. */
  onLine(line: string): void
  report(error: unknown): void
}

/** PostgreSQL takes less than 8,000 bytes in one notification. */
const bytesMax = 7_900
const reconnectMs = 250
/** Interval of a query that checks whether the connection still answers. */
const checkEveryMs = 5_000
const timeoutMs = 2_000

/**
 * Sends by `NOTIFY` and receives by `LISTEN`, on a separate connection that is reopened when it
 * breaks. Lines that are sent during a notification share the next one.
 */
export async function openPostgresChannel(parts: ChannelParts): Promise<Channel> {
  const { database, name, report } = parts
  const waiting: string[] = []
  let sending = false
  const send = async () => {
    if (sending) return
    sending = true
    while (waiting.length > 0)
      await database
        .read('select pg_notify(?, ?)', name, takeLines(waiting).join('\n'))
        .catch(report)
    sending = false
  }
  const listening = await keepListening(parts)
  return {
    publish(line) {
      waiting.push(line)
      void send()
    },
    close: listening.close,
  }
}

/** Takes as many lines as fit, but at least the first. */
function takeLines(waiting: string[]): string[] {
  let bytes = Buffer.byteLength(waiting[0]!)
  let count = 1
  while (count < waiting.length) {
    bytes += 1 + Buffer.byteLength(waiting[count]!)
    if (bytes > bytesMax) break
    count += 1
  }
  return waiting.splice(0, count)
}

async function keepListening({ url, name, onLine, report }: ChannelParts) {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const reconnect = () => {
    if (!closed) timer = setTimeout(() => void connect().catch(report), reconnectMs).unref()
  }
  const connect = async () => {
    const opened = new pg.Client({
      connectionString: url,
      application_name: 'fiq-server channel',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      keepAlive: true,
    })
    opened.on('notification', ({ payload = '' }) => payload.split('\n').forEach(onLine))
    opened.on('error', report)
    opened.once('end', reconnect)
    client = opened
    await opened.connect()
    await opened.query(`listen ${name}`)
  }
  await connect()
  const checking = setInterval(() => {
    client?.query('select 1').catch(() => void client?.end().catch(report))
  }, checkEveryMs).unref()

  return {
    async close() {
      closed = true
      clearInterval(checking)
      clearTimeout(timer)
      await client?.end()
    },
  }
}

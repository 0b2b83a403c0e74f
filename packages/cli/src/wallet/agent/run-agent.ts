import { lstatSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import type { Hex } from '@fiq/shared/payment/wire'
import * as z from 'zod/mini'
import { listenOnOwnSocket } from '../../config/own-socket.ts'
import { databaseName, type Row } from '../../payment/journal/open-database.ts'
import { signerOf } from '../keys/open-wallet.ts'
import { type AgentStart, startSchema } from './protocol.ts'
import { type AgentPorts, createAgentServer } from './serve-agent.ts'

/** Interval of checking that the agent's socket still exists: a logout removes the folder. */
const lookMs = 2_000

/** Larger than any {@link startSchema}. Bytes. */
const startBytesMax = 16_384

/**
 * The agent: a process that reads the key from standard input, reports that it is ready, and signs
 * until its time ends, it is locked or signalled, or its socket is removed. It prints only that one
 * word, so no log contains the key.
 */
export async function runAgent(now: () => number): Promise<void> {
  process.umask(0o077)
  const end = () => process.exit(0)
  for (const signal of ['SIGHUP', 'SIGTERM', 'SIGINT'] as const) process.on(signal, end)
  // A stack may contain values of the work, so nothing is printed.
  process.on('uncaughtException', () => process.exit(1))
  process.on('unhandledRejection', () => process.exit(1))
  const start = z.parse(startSchema, JSON.parse(await readStart()))
  refuseOpenFolder(dirname(start.socket))
  const until = unlockEnd(start.until, now, () => performance.now())
  // Of two agents that start at the same moment, the last one has the socket.
  const server = await openServer(start, { until, now, lock: end })
  const isOwn = await listenOnOwnSocket(server, start.socket)
  process.on('exit', () => isOwn() && rmSync(start.socket, { force: true }))
  process.stdout.write('ready\n')
  // Timers stop while the machine sleeps, so the end is checked at intervals.
  setInterval(() => {
    if (!isOwn() || now() >= until()) end()
  }, lookMs)
}

async function openServer(
  { key, address, stateDir }: AgentStart,
  ports: Pick<AgentPorts, 'until' | 'now' | 'lock'>,
) {
  const signer = await signerOf(key as Hex)
  if (signer.address !== address) throw new Error('the key belongs to another address')
  return createAgentServer({
    ...ports,
    address: signer.address,
    sign: signer.signTypedData,
    purchase: (id) => readPurchase(stateDir, id),
    pid: process.pid,
  })
}

/** Opens the journal for each purchase, only to read: the paying processes write it. */
function readPurchase(stateDir: string, id: string): Row | undefined {
  const file = new DatabaseSync(join(stateDir, databaseName), { readOnly: true, timeout: 1_000 })
  try {
    const statement = file.prepare('SELECT * FROM purchases WHERE id = ?')
    statement.setReadBigInts(true)
    return statement.get(id) as Row | undefined
  } finally {
    file.close()
  }
}

/**
 * Refuses a folder that other users can access, because Node does not report the peer of a socket.
 */
function refuseOpenFolder(folder: string): void {
  const { mode, uid } = lstatSync(folder)
  if ((mode & 0o170777) !== 0o040700 || uid !== process.getuid?.())
    throw new Error('other users can access the folder of the socket')
}

async function readStart(): Promise<string> {
  let text = ''
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin) {
    text += String(chunk)
    if (text.length > startBytesMax) throw new Error('too long')
    if (text.includes('\n')) break
  }
  return text
}

/** Rounding alone makes two clocks differ by up to a millisecond, and corrections by more. */
const setBackMsMin = 1_000

/**
 * The end of the unlock time, in Unix milliseconds. A clock that is set back moves it forward by as
 * much, measured against a monotonic clock, so setting the clock does not extend the time. A
 * sleeping machine stops the second clock; the first one ends the time after that.
 *
 * @param elapsed - Milliseconds of a monotonic clock.
 */
export function unlockEnd(until: number, now: () => number, elapsed: () => number): () => number {
  const start = now() - elapsed()
  return () => {
    const setBackMs = start - (now() - elapsed())
    return setBackMs < setBackMsMin ? until : Math.round(until - setBackMs)
  }
}

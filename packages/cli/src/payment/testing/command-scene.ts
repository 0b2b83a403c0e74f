import { randomBytes } from 'node:crypto'
import { idleWorld } from '../../compose/testing/world-scene.ts'
import { openHttp, sendLimits } from '../../http/send-request.ts'
import { createOpenMoney } from '../../query/open-money.ts'
import { runCommandLine } from '../../run-command-line.ts'
import type { Sink } from '../../terminal/output.ts'
import { openDatabase } from '../journal/open-database.ts'
import { type Mode, startPaidServer } from './hostile-server.ts'
import { builtInQuoteFor } from './test-contract.ts'
import { scratchFolder, testClock, testKey } from './test-payer.ts'

/** A query that costs 0.015 USDC by the built-in tariff. */
export const boughtQuery = [
  'query',
  'query ($tickers: [String!]!) { quotes(tickers: $tickers) { ticker price } }',
  ...['--variables', '{"tickers":["A","B","C","D","E"]}'],
]

/** The result of one run of the command line. */
export type Run = { exit: number; out: string; err: string }

/**
 * Runs whole command lines, from words to exit code, against a server that is paid, with a scratch
 * folder and a clock of its own.
 */
export async function commandScene(mode: Mode = {}) {
  const folder = scratchFolder()
  const clock = testClock()
  let setMs = 0
  const server = await startPaidServer(mode, clock.now, builtInQuoteFor)
  const { origin } = server.url
  const send = openHttp({ ...sendLimits, timeoutMs: 5_000 })
  const run = async (...words: readonly string[]): Promise<Run> => {
    const written = { out: '', err: '' }
    const argv = [...words, '--allow-env-key', '--url', origin, '--trust', origin]
    const exit = await runCommandLine({
      ...idleWorld(folder.path),
      env: { FIQ_HOME: folder.path, FIQ_PRIVATE_KEY: testKey },
      send,
      now: () => new Date(clock.now()),
      argv,
      stdout: sinkInto(written, 'out'),
      stderr: sinkInto(written, 'err'),
      process: {
        clock,
        randomBytes,
        session: 'test',
        processes: { pid: process.pid, isAlive: () => false, uptime: () => clock.now() - setMs },
        loadKeychain: async () => undefined,
      },
      money: createOpenMoney(),
    })
    return { exit, ...written }
  }
  return {
    server,
    clock,
    /** Sets the clock of this machine forward, which has not run meanwhile. */
    setForward(ms: number) {
      clock.advance(ms)
      setMs += ms
    },
    run,
    /** Buys the query with a node that the user configured. */
    buy: () => run(...boughtQuery, '--rpc-url', server.rpcUrl.href),
    /** Number of purchases in the journal, each with one signature. */
    purchases(): number {
      const database = openDatabase(folder.path)
      const row = database.row('SELECT count(*) AS count FROM purchases')
      database.close()
      return Number(row?.['count'])
    },
    async close() {
      await server.close()
      folder[Symbol.dispose]()
    },
  }
}

/** The error on stderr: the last line, after the notes. */
export function errorOn(err: string) {
  return JSON.parse(err.trimEnd().split('\n').at(-1)!).error
}

function sinkInto(written: { out: string; err: string }, name: 'out' | 'err'): Sink {
  const write = (text: string) => {
    written[name] += text
  }
  return { write, isTerminal: false, columns: 80 }
}

/**
 * A process that pays once, for tests that kill it or race it. Everything is real except the key.
 * Its first argument is its orders as JSON; it prints its answer as one line of JSON.
 */

import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { topUpRequest } from '../../query/top-up-request.ts'
import type { Limits } from '../budget/limits.ts'
import { readLimits } from '../budget/limits.ts'
import { isProcessAlive, uptimeMs } from '../journal/is-process-alive.ts'
import { openPayer } from '../open-payer.ts'
import { payAndRetry } from '../pay-and-retry.ts'
import { payerOptions, requestTo } from './test-payer.ts'

/** The orders of the parent process. Amounts are decimal text, because JSON has no bigint. */
export type Orders = {
  folder: string
  url: string
  tickers: string[]
  /** Kills itself (SIGKILL) at this step. */
  dieAt?: string
  perDay?: string
  /** Buys credits for this amount instead of querying quotes; atomic units. */
  topUp?: string
  /** Signs through the agent whose socket is in this folder, instead of with the test key. */
  agentFolder?: string
}

const orders = JSON.parse(process.argv[2]!) as Orders
const url = new URL(orders.url)
const limits: Limits = {
  ...readLimits(orders.folder),
  trust: url.origin,
  ...defined({ perDay: orders.perDay === undefined ? undefined : BigInt(orders.perDay) }),
}
const payer = openPayer(
  payerOptions(orders.folder, url, {
    limits,
    clock: { now: Date.now, sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) },
    session: String(process.pid),
    processes: { pid: process.pid, isAlive: isProcessAlive, uptime: uptimeMs },
    ...defined({
      secrets: orders.agentFolder === undefined ? undefined : {},
      agent:
        orders.agentFolder === undefined
          ? undefined
          : { folder: orders.agentFolder, program: [], env: {} },
    }),
    step(name) {
      if (name === 'signature made') appendFileSync(join(orders.folder, 'signatures.log'), '+')
      if (name === orders.dieAt) process.kill(process.pid, 'SIGKILL')
    },
  }),
)
const request =
  orders.topUp === undefined
    ? requestTo(url, orders.tickers)
    : topUpRequest(BigInt(orders.topUp), {
        settings: { url: url.origin },
        key: undefined,
        account: undefined,
      })
try {
  const { status, body, resumed, paid } = await payAndRetry(request, payer)
  process.stdout.write(JSON.stringify({ status, body, resumed, paid: String(paid) }))
} catch (error) {
  const code = error instanceof FiqError ? error.code : String(error)
  process.stdout.write(JSON.stringify({ code }))
}

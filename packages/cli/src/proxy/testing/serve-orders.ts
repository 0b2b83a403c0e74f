/**
 * A proxy in a separate process, for tests that kill it or race it: everything is real except the
 * key and the contract. Its first argument is its orders as JSON; it prints its address, or serves
 * one client over standard input and output.
 */

import { createProxy } from '../../compose/proxy.ts'
import { defaultLimits } from '../../payment/budget/limits.ts'
import { serveDefaults, testWorld, trustServer } from './proxy-scene.ts'

export type Orders = {
  folder: string
  url: string
  /** Kills itself (SIGKILL) at this step. */
  dieAt?: string
  /** Serves this client over standard input and output. */
  stdioClient?: string
  /** A node that the user configured. */
  rpcUrl?: string
}

const orders = JSON.parse(process.argv[2]!) as Orders
const { rpcUrl, stdioClient } = orders
const { world } = testWorld(orders.folder, orders.url, {
  rpcUrl: rpcUrl === undefined ? undefined : new URL(rpcUrl),
  clock: { now: Date.now, sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) },
})
world.payer.limits = defaultLimits
trustServer(orders.folder, orders.url)
world.payer.step = (name) => {
  if (name === orders.dieAt) process.kill(process.pid, 'SIGKILL')
}
if (stdioClient === undefined)
  await createProxy({
    ...world,
    stderr: { ...world.stderr, write: (text) => void process.stdout.write(text) },
  }).serve(serveDefaults)
else
  await createProxy({
    ...world,
    stdio: () => ({ input: process.stdin, output: process.stdout }),
  }).serveStdio(stdioClient, { approvalMs: 1_000, reuse: false })

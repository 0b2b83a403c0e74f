import { join } from 'node:path'
import { isProcessAlive } from '../../payment/is-process-alive.ts'
import type { PayerOptions } from '../../payment/ports.ts'
import { startPaidServer } from '../../payment/testing/hostile-server.ts'
import {
  payerOptions,
  scratchFolder,
  testAddress,
  testKey,
} from '../../payment/testing/test-payer.ts'
import { agentStatus } from '../agent/ask-agent.ts'
import { keepWallet } from '../keep-wallet.ts'
import { unlockWallet } from '../unlock-wallet.ts'

export const passphrase = 'correct horse'
export const hourMs = 3_600_000

/** A keystore wallet, and nothing that would open it. Its agent ends with the scene. */
export async function lockedScene() {
  const folder = scratchFolder()
  const server = await startPaidServer()
  const program = [process.execPath, join(import.meta.dirname, '../../fiq.ts')]
  const env = { ...process.env, FIQ_WALLET_PASSPHRASE: passphrase }
  const agent = { folder: join(folder.path, 'run'), program, env }
  const base = payerOptions(folder.path, server.url, { agent, secrets: {} })
  // The agent reads the clock of the machine.
  const clock = { ...base.clock, now: () => Date.now() }
  const options: PayerOptions = { ...base, clock }
  await keepWallet(testKey, { name: 'main' }, { ...options, secrets: { passphrase } })
  return {
    options,
    agent,
    server,
    async [Symbol.asyncDispose]() {
      const status = await agentStatus(testAddress, agent.folder)
      if (status) process.kill(status.pid)
      await server.close()
      folder[Symbol.dispose]()
    },
  }
}

/** The same, unlocked for an hour. */
export async function unlockedScene() {
  const scene = await lockedScene()
  await unlockWallet(undefined, hourMs, { ...scene.options, secrets: { passphrase } })
  const { pid } = (await agentStatus(testAddress, scene.agent.folder))!
  return { ...scene, pid }
}

/** Waits until a process is gone, however long it takes: the limit of the test ends it. */
export async function ended(pid: number): Promise<void> {
  while (isProcessAlive(pid)) await new Promise((resolve) => setImmediate(resolve))
}

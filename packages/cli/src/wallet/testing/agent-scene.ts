import { join } from 'node:path'
import { vi } from 'vitest'
import { clientProgram } from '../../config/testing/client-program.ts'
import { isProcessAlive } from '../../payment/journal/is-process-alive.ts'
import type { PayerOptions } from '../../payment/payer-options.ts'
import { startPaidServer } from '../../payment/testing/hostile-server.ts'
import { payerOptions, scratchFolder, testAddress } from '../../payment/testing/test-payer.ts'
import { agentStatus } from '../agent/agent-client.ts'
import { unlockWallet } from '../unlock-wallet.ts'
import { passphrase, placeTestWallet } from './test-keystore.ts'

export const hourMs = 3_600_000

/** A locked keystore wallet. Its agent ends with the scene. */
export async function lockedScene() {
  const folder = scratchFolder()
  const server = await startPaidServer()
  const program = [process.execPath, clientProgram]
  const env = { ...process.env, FIQ_WALLET_PASSPHRASE: passphrase }
  const agent = { folder: join(folder.path, 'run'), program, env }
  const base = payerOptions(folder.path, server.url, { agent, secrets: {} })
  // The agent uses the clock of the machine.
  const clock = { ...base.clock, now: () => Date.now() }
  const options: PayerOptions = { ...base, clock }
  placeTestWallet(options.configDir, 'main')
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

/** {@link lockedScene}, unlocked for an hour. */
export async function unlockedScene() {
  const scene = await lockedScene()
  await unlockWallet(undefined, hourMs, { ...scene.options, secrets: { passphrase } })
  const { pid } = (await agentStatus(testAddress, scene.agent.folder))!
  return { ...scene, pid }
}

/** Waits until a process has ended. */
export async function ended(pid: number): Promise<void> {
  await vi.waitUntil(() => !isProcessAlive(pid), { interval: 10, timeout: 30_000 })
}

import { randomBytes } from 'node:crypto'
import { openHttp } from '../../asking/send-request.ts'
import { sceneOf } from '../../commands/testing/scene.ts'
import type { CliContext } from '../../context.ts'
import { openAsk } from '../ask-and-pay.ts'
import { defaultLimits } from '../limits.ts'
import { openMoney } from '../open-money.ts'
import type { PayerOptions } from '../ports.ts'
import { startPaidServer } from './hostile-server.ts'
import { scratchFolder, testClock, testKey, testTerminal } from './test-payer.ts'

/** A context with the real money side on a scratch folder and a server that is paid. */
export async function moneyScene(scene: Parameters<typeof sceneOf>[0] = {}) {
  const folder = scratchFolder()
  const server = await startPaidServer()
  const options: PayerOptions = {
    configDir: folder.path,
    stateDir: folder.path,
    serverUrl: server.url,
    profile: 'default',
    limits: defaultLimits,
    secrets: { passphrase: 'correct horse' },
    terminal: testTerminal().terminal,
    clock: testClock(Date.parse('2026-11-20T12:00:00Z')),
    randomBytes,
    session: 's',
    processes: { pid: process.pid, isAlive: () => true },
    loadKeychain: async () => undefined,
    send: openHttp(),
  }
  const made = sceneOf(scene)
  const context: CliContext = { ...made.context, money: openMoney(options) }
  const payingOptions = { ...options, secrets: { privateKey: testKey, allowEnvKey: true } }
  return {
    ...made,
    context,
    server,
    folder: folder.path,
    ask: openAsk(payingOptions),
    headersSeen: () => server.headersSeen,
    async [Symbol.asyncDispose]() {
      await server.close()
      folder[Symbol.dispose]()
    },
  }
}

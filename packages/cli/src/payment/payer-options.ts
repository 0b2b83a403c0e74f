import type { Clock } from '../config/clock.ts'
import type { SendRequest } from '../http/send-request.ts'
import type { AgentWorld } from '../wallet/agent/start-agent.ts'
import type { WalletOptions } from '../wallet/keys/wallet-options.ts'
import type { Limits } from './budget/limits.ts'
import type { AnswerThread, PaymentStep } from './delivery/ports.ts'
import type { Purchase } from './journal/purchase.ts'

/** Options of {@link openPayer}. */
export type PayerOptions = WalletOptions & {
  stateDir: string
  serverUrl: URL
  profile: string
  limits: Limits
  clock: Clock
  /** Name of the session, whose payments share a cap: one for each process, or a lasting one. */
  session: string
  /**
   * This process, a check whether another one runs, and the milliseconds since this machine started:
   * `process.pid`, `isProcessAlive`, `uptimeMs`.
   */
  processes: { pid: number; isAlive(pid: number): boolean; uptime(): number }
  /** Sends every request: `openHttp()` in `http/send-request.ts`. */
  send: SendRequest
  /**
   * A JSON-RPC address of the chain that the user trusts. Without it only payments of play money
   * can be proven.
   */
  rpcUrl?: URL
  /** The key that credits are bought for. A resumed purchase of credits is sent with it again. */
  apiKey?(): Promise<string | undefined>
  /** How wallet agents are reached and started. Absent without Unix sockets. */
  agent?: AgentWorld
  answerThread?: AnswerThread
  step?(name: PaymentStep): void
  /**
   * Called with the purchase that an ending run would leave behind: the one whose signature is in
   * the journal, also when it is answered. Called with `undefined` after its answer is printed or
   * its error is known.
   */
  follow(purchase: Purchase | undefined): void
}

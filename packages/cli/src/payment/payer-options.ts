import type { Clock } from '../config/clock.ts'
import type { SendRequest } from '../http/send-request.ts'
import type { AgentWorld } from '../wallet/agent/start-agent.ts'
import type { WalletOptions } from '../wallet/keys/wallet-options.ts'
import type { Limits } from './budget/limits.ts'
import type { PaymentStep } from './delivery/ports.ts'
import type { Purchase } from './journal/purchase.ts'

/** Everything {@link openPayer} is made from. */
export type PayerOptions = WalletOptions & {
  stateDir: string
  serverUrl: URL
  profile: string
  limits: Limits
  clock: Clock
  /** One per process. */
  session: string
  /** This process, and whether another still runs: `process.pid`, `isProcessAlive`. */
  processes: { pid: number; isAlive(pid: number): boolean }
  /** How every request travels: `openHttp()` in `http/send-request.ts`. */
  send: SendRequest
  /**
   * A JSON-RPC address of the chain that the user trusts. Without it nothing is proven of a
   * payment, except of play money.
   */
  rpcUrl?: URL
  /** The key whose credits are bought: a resumed purchase of credits is sent with it again. */
  apiKey?(): Promise<string | undefined>
  /** Where wallet agents listen, and how one is started. Absent where there are no Unix sockets. */
  agent?: AgentWorld
  step?(name: PaymentStep): void
  /**
   * Called with the purchase that an ending run leaves behind: the one whose signature is in the
   * journal, the same one when it is answered, and `undefined` after its answer is printed or its
   * error known.
   */
  follow?(purchase: Purchase | undefined): void
}

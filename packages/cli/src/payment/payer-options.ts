import type { SendRequest } from '../asking/send-request.ts'
import type { Canvas } from '../terminal/canvas.ts'
import type { AgentWorld } from '../wallet/agent/start-agent.ts'
import type { Limits, Purchase } from './ports.ts'

export type Clock = {
  /** Unix milliseconds. */
  now(): number
  sleep(ms: number): Promise<void>
}

/** Steps at which a test may stop the process. The real one does nothing. */
export type PaymentStep =
  | 'reserved'
  | 'signature made'
  | 'signature journaled'
  | 'sent'
  | 'answer received'
  | 'answer journaled'

/** Where questions are asked: stderr and the terminal device, never stdout. */
export type ApprovalTerminal = {
  /** Somebody can be asked. */
  interactive: boolean
  columns: number
  write(text: string): void
  /** One line, echoed. Rejects with `CANCELLED` on Ctrl-C. */
  ask(prompt: string): Promise<string>
  /** One line, not echoed. `askSecret` in `wallet/ask-secret.ts` does this for a tty. */
  askSecret(prompt: string): Promise<string>
  /**
   * Lends the terminal to what draws on it and reads single keys. Absent where only lines of text
   * are wanted: without colour, for a screen reader, on a terminal that cannot or is too small.
   */
  draw?<reply>(show: (canvas: Canvas) => Promise<reply>): Promise<reply>
}

/** Where a passphrase or key may come from besides a prompt. Read once, in `main.ts`. */
export type WalletSecrets = {
  /** FIQ_WALLET_PASSPHRASE */
  passphrase?: string
  /** FIQ_WALLET_PASSPHRASE_FILE */
  passphraseFile?: string
  /** --passphrase-fd */
  passphraseFd?: number
  /** FIQ_PRIVATE_KEY; used only with `allowEnvKey`. */
  privateKey?: string
  /** --allow-env-key */
  allowEnvKey?: boolean
}

/** The three calls of keytar that are used. Each may hang: every one is behind a time limit. */
export type Keychain = {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

/** Everything {@link openPayer} is made from. */
export type PayerOptions = {
  configDir: string
  stateDir: string
  serverUrl: URL
  profile: string
  limits: Limits
  walletName?: string
  secrets: WalletSecrets
  terminal: ApprovalTerminal
  clock: Clock
  /** Cryptographic randomness. */
  randomBytes(length: number): Uint8Array
  /** One per process. */
  session: string
  /** This process, and whether another still runs: `process.pid`, `isProcessAlive`. */
  processes: { pid: number; isAlive(pid: number): boolean }
  /** How every request travels: `openHttp()` in `asking/send-request.ts`. */
  send: SendRequest
  /** The OS keychain, `undefined` where there is none: `loadKeytar` in `wallet/keychain.ts`. */
  loadKeychain(): Promise<Keychain | undefined>
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
   * Told what a run that ends now leaves behind: a purchase whose signature is in the journal, the
   * same one when it is answered, and `undefined` once its answer is printed or its error known.
   */
  follow?(purchase: Purchase | undefined): void
}

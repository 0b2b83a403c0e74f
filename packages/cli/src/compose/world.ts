import type { Readable, Writable } from 'node:stream'
import type { SettingsFile } from '../config/stored-settings.ts'
import type { SendRequest } from '../http/send-request.ts'
import type { PayerOptions } from '../payment/payer-options.ts'
import type { OpenMoney } from '../query/open-money.ts'
import type { PriceCache } from '../query/price-cache.ts'
import type { AnswerSource } from '../terminal/approval-terminal.ts'
import type { Sink } from '../terminal/output.ts'
import type { Timers } from '../terminal/progress.ts'

/** Maximum bytes of an input. */
export const inputBytesMax = 4_194_304

/** Everything outside this program. Created once, in `main.ts`. */
export type World = {
  /** The words after the program's name. */
  argv: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  /** Version of the running Node, e.g. `24.21.0`. */
  nodeVersion: string
  /** Home folder of the user. */
  home: string
  stdin: {
    /** Whether input is piped or redirected into it. */
    isPiped: boolean
    /** @throws FiqError `USAGE` for more bytes. */
    read(bytesMax: number): Promise<string>
  }
  stdout: Sink
  stderr: Sink
  /** @throws FiqError `USAGE` if the file cannot be read or is larger. */
  readFile(path: string, bytesMax: number): Promise<string>
  settingsFile(folder: string): SettingsFile
  answers: AnswerSource
  send: SendRequest
  now(): Date
  /** `linux`, `darwin`, `win32` … */
  platform: string
  /** Command that starts this program again: a Node and a file. */
  program: readonly string[]
  /** Standard input and output as streams, for a protocol. */
  stdio(): { input: Readable; output: Writable }
  /** Calls `run` at the first request to stop, instead of ending at once. */
  onStop(run: () => void): void
  /**
   * Calls `run` immediately, before any output, if the program ends by a fault or is interrupted.
   */
  onAbruptEnd(run: () => void): void
  /** Called by a serving mode. From then on, unhandled errors go to `run`. */
  onUnforeseen(run: (error: unknown) => void): void
  /** Suspends the program like Ctrl-Z outside a view; returns when it resumes. */
  suspend(): void
  /** Shows a desktop notification, if there is a desktop. */
  notify(title: string, text: string): void
  /** @returns `false` if no visible browser is available. */
  openBrowser(address: string): Promise<boolean>
  timers: Timers
  /** The functions of the payer that belong to this process. */
  process: Pick<PayerOptions, 'clock' | 'randomBytes' | 'session' | 'processes' | 'loadKeychain'>
  /** What this run has signed or charged, and not printed. */
  money: OpenMoney
  /** Called if a signal ends the program. A function that printed the end itself returns `true`. */
  cancelled?: Set<() => boolean>
  /** Of the built program. */
  prices?: PriceCache | undefined
}

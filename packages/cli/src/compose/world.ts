import type { Readable, Writable } from 'node:stream'
import type { SettingsFile } from '../config/stored-settings.ts'
import type { SendRequest } from '../http/send-request.ts'
import type { Purchase } from '../payment/journal/purchase.ts'
import type { PayerOptions } from '../payment/payer-options.ts'
import type { AnswerSource } from '../terminal/approval-terminal.ts'
import type { Sink } from '../terminal/output.ts'
import type { Timers } from '../terminal/progress.ts'

/** Larger inputs than this are refused before they are read to the end. */
export const inputBytesMax = 4_194_304

/** Everything outside this program. Made once, in `main.ts`. */
export type World = {
  /** The words after the program's name. */
  argv: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  /** Of the Node that runs this, e.g. `24.21.0`. */
  nodeVersion: string
  /** Home folder of the user. */
  home: string
  stdin: {
    /** Something is piped or redirected into it. */
    isPiped: boolean
    /** @throws FiqError `USAGE` past so many bytes. */
    read(bytesMax: number): Promise<string>
  }
  stdout: Sink
  stderr: Sink
  /** @throws FiqError `USAGE` when the file cannot be read or is larger. */
  readFile(path: string, bytesMax: number): Promise<string>
  settingsFile(folder: string): SettingsFile
  answers: AnswerSource
  send: SendRequest
  now(): Date
  /** `linux`, `darwin`, `win32` … */
  platform: string
  /** Words with which this program is started again: a Node and a file. */
  program: readonly string[]
  /** Standard input and output as streams, for a protocol of its own. */
  stdio(): { input: Readable; output: Writable }
  /** Called at the first request to stop, in place of ending at once. */
  onStop(run: () => void): void
  /** Called at once, before anything is said, when the program ends by a fault or in the middle. */
  onAbruptEnd(run: () => void): void
  /** Called by a serving mode: from then on, unhandled errors go to `run`. */
  onUnforeseen(run: (error: unknown) => void): void
  /** Suspends the program as Ctrl-Z does outside a view; returns when it resumes. */
  suspend(): void
  /** A notice on the desktop, where there is one. */
  notify(title: string, text: string): void
  /** @returns false where there is no browser to be seen. */
  openBrowser(address: string): Promise<boolean>
  timers: Timers
  /** The parts of the payer that are this process. */
  process: Pick<
    PayerOptions,
    'clock' | 'randomBytes' | 'session' | 'processes' | 'loadKeychain' | 'follow'
  >
  /** The purchase last passed to `process.follow`. */
  openPurchase?(): Purchase | undefined
}

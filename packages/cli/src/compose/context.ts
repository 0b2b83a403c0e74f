import type { AccountPorts } from '../account/account-ports.ts'
import type { Settings, StoredSettings } from '../config/settings.ts'
import type { Check } from '../doctor/check.ts'
import type { Lists } from '../lists/open-lists.ts'
import type { PersonalPorts } from '../personal/personal-ports.ts'
import type { Answer } from '../query/answer.ts'
import type { Estimate } from '../query/estimate.ts'
import type { QuerySession, SessionTerms } from '../query/open-session.ts'
import type { Operation } from '../query/operation.ts'
import type { ServerClient } from '../query/server-client.ts'
import type { LiveTerminal } from '../terminal/live-terminal.ts'
import type { Output } from '../terminal/output.ts'
import type { StatedError } from '../terminal/stated-error.ts'
import type { MoneyPorts } from './money-ports.ts'
import type { ProxyPorts } from './proxy-ports.ts'

/**
 * Everything that a command may use, built once from the ports of `main.ts`. Commands import no
 * globals: not `process`, not the wallet, not the network. So each command can be tested alone.
 */
export type CliContext = {
  /** Sends a priced query, and pays for it within the limits if the server requires payment. */
  query(operation: Operation): Promise<Answer>
  /** Calls a free endpoint. The response is unvalidated JSON. With a body it is a POST. */
  callFree(path: string, body?: unknown): Promise<unknown>
  /** Prices an operation with the built-in tariff. Sends nothing. */
  estimate(operation: Operation): Promise<Estimate>
  /** Opens a session: many queries under one approval and one cap. */
  openSession(terms: SessionTerms): Promise<QuerySession>
  /** Forgets the spending of a lasting session. @returns Whether there was one. */
  endSession(name: string): Promise<boolean>
  /** The whole terminal, for a view that stays open; `undefined` without a terminal. */
  live: LiveTerminal | undefined
  output: Output
  /**
   * Calls an endpoint of the account of the API key.
   *
   * @throws FiqError `INVALID_KEY` without a key.
   */
  callWithKey: ServerClient['callWithKey']
  /** Buys credits, paid like a query. Atomic units. */
  topUp: ServerClient['topUp']
  /** Sign-in and sign-out. */
  account: AccountPorts
  /** Any error as one that states where the money is, for a view that goes on after it. */
  stated(error: unknown): StatedError
  /** Checks everything that commands need; works offline. */
  examine(): Promise<readonly Check[]>
  /** Ports of the wallet, budget and payments commands. */
  money: MoneyPorts
  /** The server that this user runs on this machine. */
  personal(): Promise<PersonalPorts>
  /** Ports of the proxy commands. */
  proxy: ProxyPorts
  settings: Settings
  stored: StoredSettings
  /** Reads a file, or standard input for `-`. At most {@link inputBytesMax} bytes. */
  readText(source: string): Promise<string>
  /**
   * Checks that a file that the user named can be written, before anything is paid for. `write`
   * creates or replaces it.
   *
   * @throws FiqError `OUTPUT_FAILED`, as `write` does.
   */
  openFile(path: string): { write(bytes: Uint8Array): void }
  /** The user's lists of tickers. */
  lists: Lists
  /** Resolves after the given milliseconds. */
  wait(ms: number): Promise<void>
  /** If a signal ends the program, calls `end` first. It returns whether it printed the end itself. */
  onCancelled(end: () => boolean): void
  /** Shows a desktop notification, if there is a desktop. */
  notify(title: string, text: string): void
  /** Starts a program of the user. Its arguments are not parsed by a shell. */
  startProgram(file: string, args: readonly string[]): void
  /** Whether a terminal is available for prompts. */
  canPrompt: boolean
  /** Whether input is piped into standard input. */
  hasPipedInput: boolean
  now(): Date
}

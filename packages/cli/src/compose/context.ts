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
import type { MoneyPorts } from './money-ports.ts'
import type { ProxyPorts } from './proxy-ports.ts'

/**
 * Everything a command may use, built once from the ports of `main.ts`. Commands import no globals:
 * not `process`, not the wallet, not the network. So each can be tested.
 */
export type CliContext = {
  /** Asks a priced question, paying for it within the limits when the server wants payment. */
  query(operation: Operation): Promise<Answer>
  /** Calls a free endpoint; the answer is foreign JSON. A body makes it a POST. */
  callFree(path: string, body?: unknown): Promise<unknown>
  /** Prices a question with the built-in tariff. Nothing is sent. */
  estimate(operation: Operation): Promise<Estimate>
  /** Asks many times under one approval and one cap. */
  openSession(terms: SessionTerms): Promise<QuerySession>
  /** The whole terminal, for a view that stays; `undefined` without one. */
  live: LiveTerminal | undefined
  output: Output
  /** Calls an endpoint of the account of the API key. @throws FiqError `INVALID_KEY` without one. */
  callWithKey: ServerClient['callWithKey']
  /** Buys credits, paid like a question. Atomic units. */
  topUp: ServerClient['topUp']
  /** Signing in and out. */
  account: AccountPorts
  /** Looks at everything a command needs; works offline. */
  examine(): Promise<readonly Check[]>
  /** Ports of the wallet, budget and payments commands. */
  money: MoneyPorts
  /** The server that this user runs on this machine. */
  personal(): Promise<PersonalPorts>
  /** Ports of the proxy commands. */
  proxy: ProxyPorts
  settings: Settings
  stored: StoredSettings
  /** Text of a file, or of standard input for `-`. At most {@link inputBytesMax} bytes. */
  readText(source: string): Promise<string>
  /** Writes a file that the user names; one that is there is replaced. @throws FiqError `OUTPUT_FAILED` */
  writeFile(path: string, bytes: Uint8Array): void
  /** The user's lists of tickers. */
  lists: Lists
  /** Resolves after so many milliseconds. */
  wait(ms: number): Promise<void>
  /** A notice on the desktop, where there is one. */
  notify(title: string, text: string): void
  /** Starts a program of the user's with arguments of its own; no shell reads them. */
  startProgram(file: string, args: readonly string[]): void
  /** Is there a terminal to ask on? */
  canPrompt: boolean
  /** Is something piped into standard input? */
  hasPipedInput: boolean
  now(): Date
}

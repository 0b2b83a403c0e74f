import type { Readable, Writable } from 'node:stream'
import type { DescribedKind } from '@fiq/shared/agent-tools/describe'
import type { ExpectedPrice } from '@fiq/shared/payment/check-quote'
import type { PayerOptions } from '../../payment/payer-options.ts'
import type { Estimate } from '../../query/estimate.ts'
import type { Operation } from '../../query/operation.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import type { Sink } from '../../terminal/output.ts'
import type { Timers } from '../../terminal/progress.ts'
import type { CreditsAccount } from '../credits/buy-for-client.ts'

/** Ports of the proxy. */
export type ProxyWorld = {
  env: Readonly<Record<string, string | undefined>>
  /** Home folder of the user. */
  home: string
  /** `linux`, `darwin`, `win32` … */
  platform: string
  /** Command that starts this program again: a Node and a file. */
  program: readonly string[]
  stderr: Sink
  /** Standard input and output as streams, for MCP. */
  stdio(): { input: Readable; output: Writable }
  timers: Timers
  /** Calls `run` at the first request to stop, instead of ending at once. */
  onStop(run: () => void): void
  /** From now on, unhandled errors go to `run`. */
  onUnforeseen(run: (error: unknown) => void): void
  /** Shows a desktop notification, if there is a desktop. */
  notify(title: string, text: string): void
  payer: PayerOptions
  /** The account whose credits may pay; `undefined` at the user's own server. */
  account: CreditsAccount | undefined
  /** `--max-spend`: a higher price is refused. Atomic units. */
  maxPrice: bigint | undefined
  /** Address of the server without a trailing slash. */
  serverUrl: string
  /** Whether it is the user's own server, which is free. */
  isPersonal: boolean
  /** Where the address was set: an option, the settings, or a variable, which is refused. */
  serverUrlFrom: string
  expected(operation: Operation): Promise<ExpectedPrice>
  estimate(operation: Operation): Promise<Estimate>
  /** JSON that describes a tool, an area or a type of the schema. @throws FiqError `BAD_INPUT` */
  describe(name: string, kind?: DescribedKind): Promise<string>
  /** Prints a line for the user on stderr. */
  note(line: string): void
  screen: Screen
  /** Limits the memory of a long-running process. */
  staySmall(): void
}

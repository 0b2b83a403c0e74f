import { bounds } from './bounds.ts'
import type { ErrorKind, Funds } from './error-codes/error-kinds.ts'
import { errorTable } from './error-table.ts'

export type { ErrorKind, Funds } from './error-codes/error-kinds.ts'
export { errorTable }

export type ErrorCode = keyof typeof errorTable

/** The parts of an error that its table row does not fix. */
export type ErrorDetail = {
  /** Short lines that help a human decide, e.g. `Price: 0.15 USDC`. */
  facts?: readonly string[]
  /** Replaces the remedy of the table. */
  remedy?: string
  /** Replaces the funds of the table. */
  funds?: Funds
  /** Seconds until the same request may succeed; `Infinity` if waiting does not help. */
  retryAfterSeconds?: number
  cause?: unknown
}

/**
 * Every error fiq throws on purpose. Terminal, JSON, HTTP, GraphQL and MCP print the same facts.
 *
 * @example
 * throw new FiqError('UNKNOWN_TOOL', 'There is no tool "quots".', { facts: ['Tools: quotes, …'] })
 */
export class FiqError extends Error {
  readonly code: ErrorCode
  readonly kind: ErrorKind
  readonly status: number
  readonly funds: Funds
  readonly facts: readonly string[]
  readonly remedy: string
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, detail: ErrorDetail = {}) {
    super(shortened(message), detail.cause === undefined ? undefined : { cause: detail.cause })
    const row = errorTable[code]
    this.name = 'FiqError'
    this.code = code
    this.kind = row.kind
    this.status = row.status
    this.funds = detail.funds ?? row.funds
    this.facts = (detail.facts ?? []).map(shortened)
    this.remedy = shortened(detail.remedy ?? row.remedy)
    this.retryAfterSeconds = detail.retryAfterSeconds
  }

  /** The same error with other funds. */
  withFunds(funds: Funds): this {
    const own = Object.getOwnPropertyDescriptors(this)
    return Object.create(Object.getPrototypeOf(this), {
      ...own,
      funds: { ...own.funds, value: funds },
    })
  }

  /** The shape printed by `--json`, by the HTTP API and by MCP tools. */
  toJSON() {
    const { code, kind, message, facts, remedy, funds } = this
    return { code, kind, message, facts, remedy, funds }
  }
}

/** The error of an input that the schema of its tool refuses. */
export class InputError extends FiqError {
  /** JSON pointer of the refused value, or of the missing one; empty for the whole input. */
  readonly pointer: string

  constructor(message: string, pointer: string, facts: readonly string[]) {
    super('BAD_INPUT', message, { facts })
    this.pointer = pointer
  }
}

/** Whether an error is one that fiq throws on purpose, with this code. */
export function hasCode(error: unknown, code: ErrorCode): error is FiqError {
  return error instanceof FiqError && error.code === code
}

/** Returns an error that fiq throws on purpose. Throws every other one again. */
export function expectedError(error: unknown): FiqError {
  if (error instanceof FiqError) return error
  throw error
}

/** Refuses the value of an argument. @throws FiqError `BAD_INPUT` naming the argument */
export function refuseArgument(argument: string, expected: string, given: unknown): never {
  throw new FiqError('BAD_INPUT', `${argument} must be ${expected}.`, {
    facts: [`Argument: ${argument}`, `Given: ${shortened(JSON.stringify(given) ?? 'nothing')}`],
  })
}

/**
 * Shortens a message of a library: it repeats the refused value, which may be as large as a
 * request.
 */
export function shortened(text: string): string {
  const { errorTextCharactersMax: most } = bounds
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

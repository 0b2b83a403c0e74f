import { FiqError } from '@fiq/shared/errors'

/** Replaces the remedy of an unknown item. An error about a payment stays unchanged. */
export function withRemedy(error: unknown, remedy: string | undefined): unknown {
  if (!(error instanceof FiqError) || error.code !== 'NOT_FOUND' || 'payment' in error) return error
  const { code, message, facts, funds } = error
  return remedy === undefined
    ? error
    : new FiqError(code, message, { facts, funds, remedy, cause: error })
}

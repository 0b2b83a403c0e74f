import { errorTable } from '@fiq/shared/error-table'
import { FiqError } from '@fiq/shared/errors'
import { sanitise } from '@fiq/shared/sanitise'

/**
 * An error as text for a page: message, facts and remedy on one line, without control characters.
 * Omits the remedies of the error table: they name commands of the terminal client.
 */
export function errorText(thrown: unknown): string {
  if (!(thrown instanceof FiqError))
    return sanitise(thrown instanceof Error ? thrown.message : String(thrown))
  const { code, message, facts, remedy, funds } = thrown
  const parts = [
    message,
    facts.length > 0 ? `${facts.join('; ')}.` : '',
    remedy === errorTable[code].remedy ? '' : remedy,
    funds === 'untouched' ? 'Nothing was signed.' : '',
  ]
  return sanitise(parts.filter(Boolean).join(' '))
}

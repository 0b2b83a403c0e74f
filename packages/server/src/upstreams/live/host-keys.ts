import { FiqError } from '@fiq/shared/errors'
import { variablesOfHosts } from './host-rules.ts'

const unsendable = 'It holds a character that an HTTP header cannot hold.'

/**
 * Refuses a key that no header can hold: printable Latin-1. For other text undici rejects the first
 * request, and never settles the next one to the same host.
 *
 * @throws FiqError `NOT_CONFIGURED` naming the variable, without its value
 */
export function checkSendable(variable: string, value: string, host: string): void {
  if (isSendable(value)) return
  throw new FiqError('NOT_CONFIGURED', `${variable} cannot be sent to ${host}.`, {
    facts: [unsendable],
    remedy: `Ask the operator to correct ${variable}.`,
  })
}

/**
 * Checks the contact and the keys of all hosts, for the start of a server.
 *
 * @throws FiqError `CONFIGURATION_INVALID` naming the variable, without its value
 */
export function checkHostKeys(environment: Readonly<Record<string, string | undefined>>): void {
  const variable = variablesOfHosts().find((name) => !isSendable(environment[name] ?? ''))
  if (variable === undefined) return
  throw new FiqError('CONFIGURATION_INVALID', `${variable} cannot be sent to its source.`, {
    facts: [unsendable],
    remedy: 'Write it in Latin letters: run fiq setup, or change the variable of the server.',
  })
}

function isSendable(value: string): boolean {
  return /^[ -~\u00a1-\u00ff]*$/.test(value)
}

import { FiqError } from '@fiq/shared/errors'

/** The result of one check. `warning`: the server runs, but an operator should know. */
export type Finding = {
  check: string
  state: 'ok' | 'warning' | 'failed' | 'skipped'
  says: string
  remedy?: string
}

/** Its text contains no secrets: no key, no password, no address with either. */
export type Check = () => Promise<Omit<Finding, 'check'>>

/** Runs a check. One that throws has failed, with the text of the error. */
export async function findingOf(check: string, run: Check): Promise<Finding> {
  try {
    return { check, ...(await run()) }
  } catch (error) {
    const says = error instanceof Error ? error.message : 'The check failed for an unknown reason.'
    if (!(error instanceof FiqError)) return { check, state: 'failed', says }
    const { facts, remedy } = error
    return { check, state: 'failed', says: [says, ...facts].join(' '), remedy }
  }
}

export const ok = (says: string) => ({ state: 'ok', says }) as const
export const skipped = (says: string) => ({ state: 'skipped', says }) as const
export const warning = (says: string, remedy: string) =>
  ({ state: 'warning', says, remedy }) as const
export const failed = (says: string, remedy: string) => ({ state: 'failed', says, remedy }) as const

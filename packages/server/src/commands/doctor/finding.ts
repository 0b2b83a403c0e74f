import { FiqError } from '@fiq/shared/errors'

/** The result of one check. `warning`: the server runs, but an operator should know. */
export type Finding = {
  check: string
  state: 'ok' | 'warning' | 'failed' | 'skipped'
  says: string
  remedy?: string
}

/** Says nothing that a log may not hold: no key, no password, no address with either. */
export type Check = () => Promise<Omit<Finding, 'check'>>

/** A check that throws has failed, with the error's text. */
export async function findingOf(check: string, run: Check): Promise<Finding> {
  try {
    return { check, ...(await run()) }
  } catch (error) {
    const says = error instanceof Error ? error.message : 'It failed for an unknown reason.'
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

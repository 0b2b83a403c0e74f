import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import * as z from 'zod/mini'
import { updateFile } from '../config/update-file.ts'

/** A session that outlives its process. Its spending counts under its name until it ends. */
export type LastingSession = {
  /** Every process of the session reserves its payments under this name. */
  id: string
  /** The price of the queries that were sent on credits. Atomic units. */
  charged(): bigint
  /**
   * Changes that sum. No other process changes it in between, and an error of `to` changes nothing.
   * Once any process has ended the session, nothing is stored.
   */
  charge(to: (charged: bigint) => bigint): void
  /** Forgets the session: the next one of this name starts at zero. */
  end(): void
}

/** File in the state folder. */
export const lastingSessionsName = 'sessions.json'

/** The oldest are forgotten first. */
const sessionsMax = 1_000
const fileCharactersMax = 8_388_608

const sessionsSchema = z.array(
  z.object({
    name: z.string(),
    id: z.string().check(z.regex(/^[0-9a-f-]{1,64}$/)),
    charged: z.string().check(z.regex(/^\d{1,30}$/)),
  }),
)
type Sessions = z.infer<typeof sessionsSchema>

/**
 * Opens the session of a name, or starts it. Processes that open it at the same moment share it.
 *
 * @throws FiqError `JOURNAL_UNAVAILABLE` if the file is damaged: a new session would loosen a cap.
 */
export function openLastingSession(
  stateDir: string,
  name: string,
  createId: () => string,
): LastingSession {
  const file = join(stateDir, lastingSessionsName)
  const change = (to: (sessions: Sessions) => Sessions) => changeIn(file, to)
  let id = ''
  change((sessions) => {
    const own = sessions.find((each) => each.name === name) ?? {
      name,
      id: createId(),
      charged: '0',
    }
    id = own.id
    return [...sessions.filter((each) => each !== own), own]
  })
  return {
    id,
    charged: () => chargedIn(readSessions(file), id),
    charge(to) {
      change((sessions) => {
        const charged = String(to(chargedIn(sessions, id)))
        return sessions.map((each) => (each.id === id ? { ...each, charged } : each))
      })
    },
    end() {
      change((sessions) => sessions.filter((each) => each.id !== id))
    },
  }
}

/**
 * Forgets the session of a name.
 *
 * @returns Whether there was one.
 */
export function endLastingSession(stateDir: string, name: string): boolean {
  const file = join(stateDir, lastingSessionsName)
  if (!existsSync(file)) return false
  let isThere = false
  changeIn(file, (sessions) => {
    isThere = sessions.some((each) => each.name === name)
    return sessions.filter((each) => each.name !== name)
  })
  return isThere
}

function chargedIn(sessions: Sessions, id: string): bigint {
  return BigInt(sessions.find((each) => each.id === id)?.charged ?? 0)
}

function readSessions(file: string): Sessions {
  try {
    return existsSync(file) ? sessionsIn(file, readFileSync(file, 'utf8')) : []
  } catch (cause) {
    throw cause instanceof FiqError ? cause : unusable(file, cause)
  }
}

function changeIn(file: string, to: (sessions: Sessions) => Sessions): void {
  try {
    updateFile(file, (text) => JSON.stringify(to(sessionsIn(file, text)).slice(-sessionsMax)))
  } catch (cause) {
    throw cause instanceof FiqError ? cause : unusable(file, cause)
  }
}

function sessionsIn(file: string, text = '[]'): Sessions {
  try {
    if (text.length > fileCharactersMax) throw new Error('too large')
    return z.parse(sessionsSchema, JSON.parse(text))
  } catch (cause) {
    throw unusable(file, cause)
  }
}

function unusable(file: string, cause: unknown): FiqError {
  return new FiqError('JOURNAL_UNAVAILABLE', 'The spending of earlier sessions cannot be read.', {
    facts: [`File: ${file}`],
    remedy: 'Correct the file. If you remove it, the caps of alerts count from zero.',
    cause,
  })
}

import { spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { FiqError, hasCode } from '@fiq/shared/errors'
import { readIfExists } from '@fiq/shared/read-if-exists'
import * as z from 'zod/mini'
import { lockFile } from '../config/lock-file.ts'
import { personalFolderOf } from '../config/personal-server.ts'
import { updateFile } from '../config/update-file.ts'
import { openLog } from './open-log.ts'
import type { AlertsProgram } from './systemd-unit.ts'

/** A condition such as `AAPL < 200`, and the program to start when it is reached. */
export type StoredAlert = { condition: string; run?: string | undefined }

/** Alerts that wait in the background, and the one process that queries their prices. */
export type StoredAlerts = {
  list(): readonly StoredAlert[]
  /**
   * Adds alerts. Replaces those with an equal condition.
   *
   * @throws FiqError `USAGE` above {@link alertsMax}.
   */
  add(alerts: readonly StoredAlert[]): void
  /** @returns The number of removed alerts. */
  remove(conditions: readonly string[]): number
  /** Whether a process queries their prices. */
  isRunning(): boolean
  /** Starts that process if an alert waits and none runs. @returns Whether one runs now. */
  start(): boolean
  /** Makes this process the querying one, until the returned function is called. */
  claim(): (() => void) | undefined
  /** The command of that process, and where it writes. */
  program: AlertsProgram
  logFile: string
}

export const alertsMax = 50

const fileName = 'alerts.json'
const startWords = ['alert', '--waiting', '--table']
/** Far more than {@link alertsMax} alerts with the longest paths. */
const fileBytesMax = 1_048_576
const storedSchema = z
  .array(z.object({ condition: z.string(), run: z.optional(z.string()) }))
  .check(z.maxLength(alertsMax))

/** Options of the background process. */
type AlertWorld = {
  stateDir: string
  /** Command that starts this program again: a Node and a file. */
  words: readonly string[]
  env: Readonly<Record<string, string | undefined>>
}

/** The stored alerts of this user. */
export function openStoredAlerts({ stateDir, words, env }: AlertWorld): StoredAlerts {
  const folder = personalFolderOf(stateDir)
  const file = join(folder, fileName)
  const logFile = join(folder, 'alerts.log')
  const lock = join(folder, '.alerts-lock')
  const program = { words: [...words, ...startWords], logFile }
  const isRunning = () => {
    const release = tryLock(lock, 0)
    release?.()
    return release === undefined
  }
  const list = () => {
    refuseForeign(file)
    return alertsIn(
      file,
      readIfExists(() => readFileSync(file, 'utf8')),
    )
  }
  const without = (alerts: readonly StoredAlert[], conditions: readonly string[]) =>
    alerts.filter(({ condition }) => !conditions.includes(condition))
  const change = (to: (alerts: readonly StoredAlert[]) => readonly StoredAlert[]) => {
    refuseForeign(file)
    updateFile(file, (text) => `${JSON.stringify(to(alertsIn(file, text)), null, 2)}\n`)
  }
  return {
    list,
    add(alerts) {
      const added = alerts.map(({ condition, run }) => ({ condition, run: run && pathOf(run) }))
      const conditions = added.map(({ condition }) => condition)
      change((current) => {
        const all = [...without(current, conditions), ...added]
        if (all.length <= alertsMax) return all
        throw new FiqError('USAGE', `There can be at most ${alertsMax} alerts in the background.`, {
          facts: [`Waiting: ${current.length}`, `Given: ${added.length}`],
          remedy: "Remove one first, e.g. fiq alert --remove 'AAPL < 200'.",
        })
      })
    },
    remove(conditions) {
      const before = list().length
      change((current) => without(current, conditions))
      return before - list().length
    },
    isRunning,
    start() {
      if (list().length === 0 || isRunning()) return isRunning()
      const log = openLog(logFile)
      const [node = '', ...rest] = program.words
      const stdio = ['ignore' as const, log.descriptor, log.descriptor]
      spawn(node, rest, { detached: true, stdio, env }).unref()
      log.close()
      return true
    },
    // A process that only checks whether one runs has the lock for a moment.
    claim: () => tryLock(lock, 500),
    program,
    logFile,
  }
}

/** The absolute path of a program in a folder. A plain name is looked up in PATH. */
function pathOf(program: string): string {
  return program.includes('/') ? resolve(program) : program
}

/** A function that releases the lock; `undefined` while another process has it. */
function tryLock(path: string, timeoutMs: number): (() => void) | undefined {
  try {
    return lockFile(path, timeoutMs)
  } catch (error) {
    if (hasCode(error, 'BUDGET_BUSY')) return undefined
    throw error
  }
}

/**
 * Refuses a file that other users can write, because it names programs to start, and anything that
 * is not a small file.
 *
 * @throws FiqError `CONFIGURATION_INVALID`
 */
function refuseForeign(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) return
  const user = process.getuid?.()
  const isOwn = user === undefined || (found.uid === user && (found.mode & 0o022) === 0)
  if (isOwn && found.isFile() && found.size <= fileBytesMax) return
  throw new FiqError('CONFIGURATION_INVALID', 'The stored alerts are not used.', {
    facts: [
      `File: ${file}`,
      isOwn
        ? `It is not a file of at most ${fileBytesMax} bytes.`
        : 'Other users can write it, and it names programs to start.',
    ],
    remedy: isOwn ? 'Remove it.' : `Check its programs, then run chmod 600 ${file}, or remove it.`,
  })
}

function alertsIn(file: string, text = '[]'): readonly StoredAlert[] {
  try {
    return z.parse(storedSchema, JSON.parse(text))
  } catch (cause) {
    throw new FiqError('CONFIGURATION_INVALID', 'The stored alerts cannot be read.', {
      facts: [`File: ${file}`],
      remedy: 'Correct the file or remove it.',
      cause,
    })
  }
}

import type { PersonalServer } from '@fiq/shared/personal-server'
import type { ServerProgram } from './find-program.ts'
import type { SourceCheck } from './run-server.ts'
import type { ServerSettings } from './settings-file.ts'
import type { StoredAlerts } from './stored-alerts.ts'

/** One data area of the server: its sources, and the settings that would add others. */
export type Area = {
  area: string
  isReady: boolean
  on: readonly string[]
  /** Variables of keys, and commands. */
  add: readonly string[]
}

/** Functions of `fiq up`, `down` and `setup`. `openPersonal` builds the real ones. */
export type PersonalPorts = {
  /** The program that starts a server. */
  program: ServerProgram
  logFile: string
  settingsFile: string
  running(): Promise<PersonalServer | undefined>
  /** Starts it in the background, and waits until it answers. */
  start(): Promise<PersonalServer>
  /** Runs it in this terminal, and calls `answers` when it answers. @returns Its exit code. */
  runHere(answers: () => Promise<void>): Promise<number>
  /** @returns The stopped server; `undefined` if none ran. */
  stop(): Promise<PersonalServer | undefined>
  /** Starts it now and at each login. @returns The file of the unit. */
  enable(): Promise<string>
  /** Stops starting it at login. */
  disable(): void
  areas(server: PersonalServer): Promise<readonly Area[]>
  /** Has the server send one query to each source of these areas. */
  check(areas: readonly string[]): Promise<readonly SourceCheck[]>
  readSettings(): ServerSettings
  changeSettings(changes: ServerSettings): void
  alerts: StoredAlerts
  /** Reads one line, with or without echo. */
  prompt(text: string, isSecret: boolean): Promise<string>
  write(text: string): void
}

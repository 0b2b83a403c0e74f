import type { PersonalServer } from '@fiq/shared/personal-server'
import type { ServerProgram } from './find-program.ts'
import type { SourceCheck } from './run-server.ts'
import type { ServerSettings } from './settings-file.ts'

/** One data area of the server: its sources, and the settings that would add one. */
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
  /** Runs it in this terminal. @returns its exit code. */
  runHere(): Promise<number>
  /** @returns what was ended, `undefined` where none ran. */
  stop(): Promise<PersonalServer | undefined>
  /** Starts it now and at each login. @returns the file of the unit. */
  enable(): Promise<string>
  /** Starts it no more at the login. */
  disable(): void
  areas(server: PersonalServer): Promise<readonly Area[]>
  /** Has the server ask each source of these areas one question. */
  check(areas: readonly string[]): Promise<readonly SourceCheck[]>
  readSettings(): ServerSettings
  changeSettings(changes: ServerSettings): void
  /** One line, echoed or not. */
  prompt(text: string, isSecret: boolean): Promise<string>
  write(text: string): void
}

import { FiqError } from '@fiq/shared/errors'
import { jsonOf } from '@fiq/shared/json'
import type { PersonalServer } from '@fiq/shared/personal-server'
import * as z from 'zod/mini'
import { version } from '../config/version.ts'
import type { SendRequest } from '../http/send-request.ts'
import type { ApprovalTerminal } from '../terminal/approval-terminal.ts'
import { findServer } from './find-program.ts'
import type { Area, PersonalPorts } from './personal-ports.ts'
import {
  checkSources,
  logFileOf,
  runInForeground,
  runningServer,
  startServer,
  stopServer,
  untilReady,
} from './run-server.ts'
import { changeServerSettings, readServerSettings, settingsFileOf } from './settings-file.ts'
import { openStoredAlerts } from './stored-alerts.ts'
import { disableUnit, enableUnit, systemctl } from './systemd-unit.ts'

/** Ports of this user's server. */
export type PersonalOptions = {
  stateDir: string
  home: string
  env: Readonly<Record<string, string | undefined>>
  /** Command that starts this program again: a Node and a file. */
  words: readonly string[]
  send: SendRequest
  isAlive(pid: number): boolean
  sleep(ms: number): Promise<void>
  /** Calls `run` at the first request to stop, instead of ending at once. */
  onStop(run: () => void): void
  /** Runs before this process ends by a signal or an error. */
  onAbruptEnd(run: () => void): void
  terminal: Pick<ApprovalTerminal, 'prompt' | 'promptSecret' | 'write'>
}

/** This user's server on this machine. Nothing is started or read before its first use. */
export function openPersonal(options: PersonalOptions): PersonalPorts {
  const { stateDir, home, env, words, send, terminal } = options
  const program = findServer(words, version)
  const ports = { ...options, program }
  const place = { env, home }
  const alerts = openStoredAlerts(options)
  return {
    program,
    logFile: logFileOf(stateDir),
    settingsFile: settingsFileOf(stateDir),
    running: () => runningServer(options),
    start: () => startServer(ports),
    runHere: (answers) => runInForeground(ports, answers),
    stop: () => stopServer(ports),
    async enable() {
      const programs = { server: program, alerts: alerts.program }
      const unit = await enableUnit(programs, place, systemctl, () => stopServer(ports))
      await untilReady(
        options,
        () => undefined,
        () => '',
      )
      return unit
    },
    disable: () => disableUnit(place, systemctl),
    areas: (server) => areasOf(server, send),
    check: (areas) => checkSources(ports, areas),
    readSettings: () => readServerSettings(stateDir),
    alerts,
    changeSettings: (changes) => changeServerSettings(stateDir, changes),
    prompt: (text, isSecret) => (isSecret ? terminal.promptSecret(text) : terminal.prompt(text)),
    write: terminal.write,
  }
}

const text = z.string().check(z.maxLength(200))
const areasSchema = z.object({
  areas: z.array(
    z.object({ area: text, isReady: z.boolean(), on: z.array(text), add: z.array(text) }),
  ),
})

async function areasOf({ url, key }: PersonalServer, send: SendRequest): Promise<readonly Area[]> {
  const answer = await send({
    method: 'GET',
    url: new URL(`${url}/api/v1/sources`),
    headers: { authorization: `Bearer ${key}` },
  })
  const read = z.safeParse(areasSchema, answer.status === 200 ? jsonOf(answer.body) : {})
  if (read.success) return read.data.areas
  throw new FiqError('SERVER_ERROR', `${url} did not report which areas it can answer.`)
}

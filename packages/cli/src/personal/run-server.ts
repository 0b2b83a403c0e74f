import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { type PersonalServer, personalFile } from '@fiq/shared/personal-server'
import { sanitise } from '@fiq/shared/sanitise'
import * as z from 'zod/mini'
import { personalFolderOf, personalServerIn } from '../config/personal-server.ts'
import type { SendRequest } from '../http/send-request.ts'
import type { ServerProgram } from './find-program.ts'

/** Ports for running this user's server. */
export type RunPorts = {
  stateDir: string
  program: ServerProgram
  env: Readonly<Record<string, string | undefined>>
  send: SendRequest
  isAlive(pid: number): boolean
  sleep(ms: number): Promise<void>
  /** Runs before this process ends by a signal or an error. */
  onAbruptEnd(run: () => void): void
}

const startWords = ['start', '--personal']
const lookEveryMs = 50
/** npx may have to fetch the server first. */
const startingMsMax = 180_000
/** The server finishes its running requests within half a minute. */
const endingMsMax = 45_000
const logBytesMax = 4 * 2 ** 20

/** Where the server writes its log. */
export function logFileOf(stateDir: string): string {
  return join(personalFolderOf(stateDir), 'server.log')
}

/** The server that runs for this user and answers its key. */
export async function runningServer({
  stateDir,
  send,
  isAlive,
}: Pick<RunPorts, 'stateDir' | 'send' | 'isAlive'>): Promise<PersonalServer | undefined> {
  const server = personalServerIn(stateDir)
  if (!server || !isAlive(server.pid)) return undefined
  const url = new URL(`${server.url}/api/v1/service`)
  const headers = { authorization: `Bearer ${server.key}` }
  const answer = await send({ method: 'GET', url, headers }).catch(() => undefined)
  return answer?.status === 200 ? server : undefined
}

/**
 * Starts the server in the background, in a session of its own, so that it survives the terminal;
 * waits until it answers. If this process is interrupted meanwhile, the server is ended as well.
 *
 * @throws FiqError `CONFIGURATION_INVALID` with the end of its log if it ends at once.
 */
export async function startServer(ports: RunPorts): Promise<PersonalServer> {
  const { stateDir, program, env } = ports
  mkdirSync(personalFolderOf(stateDir), { recursive: true, mode: 0o700 })
  const path = logFileOf(stateDir)
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > logBytesMax)
    renameSync(path, `${path}.1`)
  const begins = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const log = openSync(path, 'a', 0o600)
  const child = spawn(program.command, [...program.words, ...startWords], {
    detached: true,
    stdio: ['ignore', log, log],
    env,
  })
  closeSync(log)
  child.unref()
  const ended = whenEnded(child)
  let isStarting = true
  ports.onAbruptEnd(() => {
    if (isStarting && child.pid !== undefined && ended() === undefined) endGroup(child.pid)
  })
  try {
    return await untilReady(ports, ended, () => readFileSync(path).subarray(begins).toString())
  } finally {
    isStarting = false
  }
}

/** Ends a detached process and those that it started, as npx does. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGTERM')
  } catch (error) {
    // It has ended by itself.
    if ((error as { code?: string }).code !== 'ESRCH') throw error
  }
}

/** Waits until the server answers. The starting process may end first, as systemctl does. */
export async function untilReady(
  ports: Pick<RunPorts, 'stateDir' | 'send' | 'isAlive' | 'sleep'>,
  hasEnded: () => string | undefined,
  log: () => string,
): Promise<PersonalServer> {
  for (let waitedMs = 0; waitedMs < startingMsMax; waitedMs += lookEveryMs) {
    const server = await runningServer(ports)
    if (server) return server
    const reason = hasEnded()
    if (reason !== undefined) throw notStarted(reason, log(), ports.stateDir)
    await ports.sleep(lookEveryMs)
  }
  throw notStarted(`it did not answer within ${startingMsMax / 1_000} s`, log(), ports.stateDir)
}

/** Runs the server in this terminal until it ends. @returns its exit code. */
export async function runInForeground({
  program,
  env,
}: Pick<RunPorts, 'program' | 'env'>): Promise<number> {
  const child = spawn(program.command, [...program.words, ...startWords], {
    stdio: 'inherit',
    env,
  })
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => reject(notStarted(cause.message, '', '')))
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}

/** The result of one real request to a source. */
export type SourceCheck = {
  source: string
  verdict: string
  ms: number
  problem: string | null
}

const checkSchema = z.object({
  checks: z.array(
    z.object({
      source: z.string(),
      verdict: z.string(),
      ms: z.number(),
      problem: z.nullable(z.string()),
    }),
  ),
})
const checkingMsMax = 120_000

/** Has the server ask each source of these areas one question; none where it does not say. */
export async function checkSources(
  { program, env }: Pick<RunPorts, 'program' | 'env'>,
  areas: readonly string[],
): Promise<readonly SourceCheck[]> {
  const words = ['check-live', '--personal', '--json', '--area', areas.join(',')]
  const child = spawn(program.command, [...program.words, ...words], {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: checkingMsMax,
    env,
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk
  })
  await new Promise((resolve) => {
    child.once('error', resolve)
    child.once('close', resolve)
  })
  try {
    return z.parse(checkSchema, JSON.parse(text)).checks
  } catch {
    return []
  }
}

/**
 * Stops the server in order. Only a process that answers this user's key is stopped: the process id
 * may belong to another process by now.
 *
 * @returns the stopped server; `undefined` if none ran.
 */
export async function stopServer(ports: RunPorts): Promise<PersonalServer | undefined> {
  const server = await runningServer(ports)
  if (!server) {
    const left = personalServerIn(ports.stateDir)
    if (left && !ports.isAlive(left.pid))
      rmSync(join(personalFolderOf(ports.stateDir), personalFile), { force: true })
    return undefined
  }
  process.kill(server.pid, 'SIGTERM')
  for (let waitedMs = 0; waitedMs < endingMsMax; waitedMs += lookEveryMs) {
    if (!ports.isAlive(server.pid)) return server
    await ports.sleep(lookEveryMs)
  }
  throw new FiqError('SERVER_ERROR', `Process ${server.pid} has not ended yet.`, {
    facts: [`Log: ${logFileOf(ports.stateDir)}`],
    remedy: 'Wait, or end the process.',
  })
}

function whenEnded(child: ChildProcess): () => string | undefined {
  let reason: string | undefined
  child.once('error', (cause) => {
    reason = cause.message
  })
  child.once('exit', (code, signal) => {
    reason = `it ended with ${signal ?? `exit code ${code}`}`
  })
  return () => reason
}

function notStarted(reason: string, log: string, stateDir: string): FiqError {
  const last = log.trim().split('\n').slice(-5)
  return new FiqError('CONFIGURATION_INVALID', `The server did not start: ${reason}.`, {
    facts: last.map((line) => sanitise(line).slice(0, 300)).filter(Boolean),
    remedy: stateDir === '' ? '' : `Its log is ${logFileOf(stateDir)}.`,
  })
}

import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { isObject, jsonOf } from '@fiq/shared/json'
import { type PersonalServer, personalFile } from '@fiq/shared/personal-server'
import { sanitise } from '@fiq/shared/sanitise'
import * as z from 'zod/mini'
import { personalFolderOf, personalServerIn } from '../config/personal-server.ts'
import type { SendRequest } from '../http/send-request.ts'
import type { ServerProgram } from './find-program.ts'
import { openLog } from './open-log.ts'

/** Ports for running this user's server. */
export type RunPorts = {
  stateDir: string
  program: ServerProgram
  env: Readonly<Record<string, string | undefined>>
  send: SendRequest
  isAlive(pid: number): boolean
  sleep(ms: number): Promise<void>
  /** Calls `run` at the first request to stop, instead of ending at once. */
  onStop(run: () => void): void
  /** Runs before this process ends by a signal or an error. */
  onAbruptEnd(run: () => void): void
}

const startWords = ['start', '--personal']
const lookEveryMs = 50
/** npx may have to fetch the server first. */
const startingMsMax = 180_000
/** The server finishes its running requests within half a minute. */
const endingMsMax = 45_000

/** Where the server writes its log. */
export function logFileOf(stateDir: string): string {
  return join(personalFolderOf(stateDir), 'server.log')
}

/** The server that runs for this user and accepts its key. */
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
  // Another program may have its process id and its port by now.
  const isOurs = answer?.status === 200 && versionIn(answer.body) === server.version
  return isOurs ? server : undefined
}

function versionIn(body: string): unknown {
  const facts = jsonOf(body)
  return isObject(facts) ? facts['version'] : undefined
}

/**
 * Starts the server in the background, in a separate session, so that it survives the terminal.
 * Waits until it answers. If this process is interrupted meanwhile, the server is ended as well.
 *
 * @throws FiqError `CONFIGURATION_INVALID` with the end of its log if it ends at once.
 */
export async function startServer(ports: RunPorts): Promise<PersonalServer> {
  const path = logFileOf(ports.stateDir)
  const log = openLog(path)
  const child = spawnServer(ports, log.descriptor)
  log.close()
  child.unref()
  const ended = whenEnded(child)
  let isStarting = true
  ports.onAbruptEnd(() => {
    if (isStarting) endGroup(child)
  })
  try {
    return await untilReady(ports, ended, () => readFileSync(path).subarray(log.begins).toString())
  } finally {
    isStarting = false
  }
}

function spawnServer({ program, env }: RunPorts, output: 'inherit' | number): ChildProcess {
  const words = [...program.words, ...startWords]
  return spawn(program.command, words, { detached: true, stdio: ['ignore', output, output], env })
}

/** Ends a detached process, if it has not ended, and its children, as npx has. */
function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  try {
    process.kill(-pid, 'SIGTERM')
  } catch (error) {
    // The process has already ended.
    if ((error as { code?: string }).code !== 'ESRCH') throw error
  }
}

/** Waits until the server answers. The starting process may end earlier, like systemctl. */
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

/**
 * Runs the server in this terminal until it ends. It has a separate session, so that Ctrl-C reaches
 * only this process, which then stops the server once.
 *
 * @param answers - Called once, when the server answers. Its error ends the server.
 * @returns The exit code of the server; 0 if this process was requested to stop it.
 */
export async function runInForeground(
  ports: RunPorts,
  answers: () => Promise<void>,
): Promise<number> {
  const child = spawnServer(ports, 'inherit')
  const ended = whenEnded(child)
  let isStopping = false
  ports.onStop(() => {
    isStopping = true
    endGroup(child)
  })
  ports.onAbruptEnd(() => endGroup(child))
  const exit = new Promise<number>((resolve, reject) => {
    child.once('error', (cause) => reject(notStarted(cause.message, '', '')))
    child.once('exit', (code) => resolve(isStopping ? 0 : (code ?? 143)))
  })
  const beside = async () => {
    while (!(await runningServer(ports))) {
      if (ended() !== undefined) return
      await ports.sleep(lookEveryMs)
    }
    await answers()
  }
  const besideOrEnd = beside().catch((error: unknown) => {
    endGroup(child)
    throw error
  })
  const [code] = await Promise.all([exit, besideOrEnd])
  return code
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

/** Has the server send one query to each source of these areas; empty if it does not report. */
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
 * Stops the server gracefully. Stops only a process that accepts this user's key, because another
 * process may have its id by now.
 *
 * @returns The stopped server; `undefined` if none ran.
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
  throw new FiqError('SERVER_ERROR', `Process ${server.pid} has not stopped yet.`, {
    facts: [`Log: ${logFileOf(ports.stateDir)}`],
    remedy: 'Wait and run the command again, or kill the process.',
  })
}

function whenEnded(child: ChildProcess): () => string | undefined {
  let reason: string | undefined
  child.once('error', (cause) => {
    reason = cause.message
  })
  child.once('exit', (code, signal) => {
    reason = `it stopped with ${signal ?? `exit code ${code}`}`
  })
  return () => reason
}

function notStarted(reason: string, log: string, stateDir: string): FiqError {
  const last = log.trim().split('\n').slice(-5)
  const logged =
    log.trim() === ''
      ? 'fiq up --foreground shows the reason.'
      : `Its log is ${logFileOf(stateDir)}.`
  return new FiqError('CONFIGURATION_INVALID', `The server did not start: ${reason}.`, {
    facts: last.map((line) => sanitise(line).slice(0, 300)).filter(Boolean),
    remedy: stateDir === '' ? '' : logged,
  })
}

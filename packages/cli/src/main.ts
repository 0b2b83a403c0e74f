import { closeSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { fileError } from '@fiq/shared/files/file-error'
import { readIfExists } from '@fiq/shared/read-if-exists'
import type { World } from './compose/world.ts'
import { homeOfUser } from './config/folders.ts'
import { lockFile } from './config/lock-file.ts'
import { makeFolder } from './config/make-folder.ts'
import type { SettingsFile } from './config/stored-settings.ts'
import { lockName } from './config/update-file.ts'
import { openHttp } from './http/send-request.ts'
import { isProcessAlive, uptimeMs } from './payment/journal/is-process-alive.ts'
import { notify } from './proxy/serve/notify.ts'
import { createOpenMoney } from './query/open-money.ts'
import { fail, outputFailed, runCommandLine } from './run-command-line.ts'
import type { AnswerSource } from './terminal/approval-terminal.ts'
import { exitCodes, otherExitCodes } from './terminal/exit-codes.ts'
import { page } from './terminal/pager.ts'
import { isReaderGone, sinkOf } from './terminal/sink-of.ts'
import { agentWord } from './wallet/agent/agent-word.ts'
import { isDeriving } from './wallet/keys/is-deriving.ts'

/** Runs the command line in this process. The exit code is set, not forced, so that output is flushed. */
export async function main(words: readonly string[], prices?: World['prices']): Promise<void> {
  if (words[0] === agentWord) {
    const { runAgent } = await import('./wallet/agent/run-agent.ts')
    return runAgent(() => Date.now())
  }
  const world: World = { ...worldOf(words), prices }
  handleEnd(world)
  // If the event loop empties before the run ends, the exit code must not be success.
  process.exitCode = exitCodes.internal.exit
  process.exitCode = await runCommandLine(world)
  if (stoppedBy && isDeriving()) endBy(stoppedBy)
}

/** Called once at an orderly end, and before an abrupt end to restore the terminal. */
const stops: (() => void)[] = []
const restores: (() => void)[] = []
/** Set in a serving mode: receives unhandled errors. */
let serving: ((error: unknown) => void) | undefined
/** The signal that requested an orderly end. */
let stoppedBy: NodeJS.Signals | undefined

function stopInOrder(): boolean {
  const waiting = stops.splice(0)
  for (const run of waiting) run()
  return waiting.length > 0
}

function handleEnd(world: World): void {
  const stop = (code: number, error: unknown) => {
    for (const restore of restores.splice(0)) restore()
    process.exit(fail(world, error, code))
  }
  const listen = (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', code: number, word: string) =>
    process.on(signal, () => {
      stoppedBy = signal
      // First, because a serving mode may have paid answers in transit.
      if (stopInOrder()) return
      const cancelled = new FiqError('CANCELLED', `${word}.`)
      if (!isDeriving()) return stop(code, cancelled)
      fail(world, cancelled, code)
      endBy(signal)
    })
  listen('SIGINT', exitCodes.cancelled.exit, 'Interrupted')
  listen('SIGTERM', otherExitCodes.terminated.exit, 'Terminated')
  listen('SIGHUP', otherExitCodes.hungUp.exit, 'The terminal was closed')
  const unforeseen = (error: unknown) =>
    serving ? serving(error) : stop(exitCodes.internal.exit, error)
  process.on('uncaughtException', unforeseen)
  process.on('unhandledRejection', unforeseen)
  process.stdout.on('error', (error: Error) => {
    // A serving mode handles errors of its output itself, and ends in order.
    if (serving) return
    // Not a failure. Callbacks of the output run first, because they mark the answer as delivered.
    if (isReaderGone(error)) setImmediate(() => process.exit(otherExitCodes.ok.exit))
    else stop(exitCodes.output.exit, outputFailed(error.message, error))
  })
  // If stderr is closed, notes are lost; the data is still written.
  process.stderr.on('error', () => {})
}

/** Ends immediately by a signal. An exit would wait seconds for the thread that derives a key. */
function endBy(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}

function worldOf(argv: readonly string[]): World {
  let session: string | undefined
  return {
    argv,
    env: process.env,
    nodeVersion: process.versions.node,
    home: homeOfUser(),
    stdin: { isPiped: isPiped(), read: readStdin },
    stdout: sinkOf(process.stdout, process.env['COLUMNS'], (text) => page(text, process.env)),
    stderr: sinkOf(process.stderr, process.env['COLUMNS']),
    readFile: readFileWithin,
    settingsFile,
    answers: answerSource(),
    send: openHttp(),
    now: () => new Date(),
    platform: process.platform,
    program: [process.execPath, process.argv[1] ?? ''],
    stdio: () => ({ input: process.stdin, output: process.stdout }),
    onStop: (run) => void stops.push(run),
    onAbruptEnd: (run) => void restores.push(run),
    onUnforeseen: (run) => {
      serving = run
    },
    suspend,
    notify,
    openBrowser: async (address) =>
      (await import('./account/open-browser.ts')).openBrowser(address, process),
    timers: {
      after: (ms, run) => clearing(setTimeout(run, ms)),
      every: (ms, run) => clearing(setInterval(run, ms)),
    },
    process: {
      clock: {
        now: () => Date.now(),
        sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      },
      randomBytes: (length) => cryptography().randomBytes(length),
      get session() {
        session ??= cryptography().randomUUID()
        return session
      },
      processes: { pid: process.pid, isAlive: isProcessAlive, uptime: uptimeMs },
      loadKeychain: async () => (await import('./wallet/keys/keychain.ts')).loadKeytar(),
    },
    money: createOpenMoney(),
    cancelled: new Set(),
  }
}

/** Suspends the whole job like the terminal, because a shell waits for the parent process. */
function suspend(): void {
  if (process.platform !== 'win32') process.kill(0, 'SIGTSTP')
}

/** Loads the module on demand: it takes 4 ms, and only payments and stored keys need it. */
function cryptography(): typeof import('node:crypto') {
  return process.getBuiltinModule('node:crypto')
}

/** Whether standard input is a non-empty file or pipe, not a terminal or `/dev/null` (cron). */
function isPiped(): boolean {
  try {
    const input = fstatSync(0)
    return input.isFIFO() || input.isFile() || input.isSocket()
  } catch {
    return false
  }
}

async function readStdin(bytesMax: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of process.stdin) {
    bytes += (chunk as Buffer).length
    if (bytes > bytesMax) throw tooLarge('Standard input', bytesMax)
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function readFileWithin(path: string, bytesMax: number): Promise<string> {
  try {
    if (statSync(path).size > bytesMax) throw tooLarge(path, bytesMax)
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (cause instanceof FiqError) throw cause
    throw new FiqError('USAGE', `The file cannot be read: ${path.slice(0, 200)}`, {
      facts: [`Reason: ${(cause as Error).message.slice(0, 300)}`],
      cause,
    })
  }
}

function tooLarge(name: string, bytesMax: number): FiqError {
  return new FiqError('USAGE', `${name.slice(0, 200)} is larger than ${bytesMax} bytes.`)
}

function settingsFile(folder: string): SettingsFile {
  const path = join(folder, 'settings.json')
  return {
    path,
    read: () =>
      readIfExists(
        () => readFileSync(path, 'utf8'),
        (cause) => fileError(cause, 'FIQ_HOME') ?? cause,
      ),
    lock: () => lockFile(join(folder, lockName)),
    async openWriter() {
      // Conf would create it in a way that may never end.
      makeFolder(folder, 0o700)
      const { Conf } = await import('./config/conf.ts')
      const conf = new Conf<Record<string, unknown>>({
        cwd: folder,
        configName: 'settings',
        configFileMode: 0o600,
        projectName: 'fiq',
      })
      const set = (key: string, value: unknown) => conf.set(key, value)
      return { set, delete: (key) => conf.delete(key as never) }
    },
  }
}

/** Source of replies: the terminal, even in a pipe such as `fiq … | jq`. */
function answerSource(): AnswerSource {
  const openDevice = () => {
    try {
      return openSync('/dev/tty', 'r')
    } catch {
      return undefined
    }
  }
  return {
    // On demand, because the stream takes 2 ms to load.
    get isThere() {
      if (process.stdin.isTTY) return true
      const descriptor = openDevice()
      if (descriptor !== undefined) closeSync(descriptor)
      return descriptor !== undefined
    },
    open() {
      if (process.stdin.isTTY) return process.stdin as never
      const descriptor = openDevice()
      if (descriptor === undefined) return undefined
      const { ReadStream } = process.getBuiltinModule('node:tty')
      return new ReadStream(descriptor) as never
    },
  }
}

function clearing(timer: NodeJS.Timeout): () => void {
  timer.unref()
  return () => clearTimeout(timer)
}

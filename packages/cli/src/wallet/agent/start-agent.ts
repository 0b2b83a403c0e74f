import { spawn } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import type { Hex } from '@fiq/shared/payment/wire'
import { makeFolder } from '../../config/make-folder.ts'
import { lockAgent } from './agent-client.ts'
import { agentWord } from './agent-word.ts'
import { type AgentStart, socketName, socketPathBytesMax } from './protocol.ts'

/** How the agent's process is started. */
export type AgentWorld = {
  /** The folder of its socket, mode 0700. */
  folder: string
  /** Node and the file of this program. */
  program: readonly string[]
  /** Only its variables for folders are passed on. */
  env: Readonly<Record<string, string | undefined>>
}

/** Variables passed to the agent. Others are excluded, because one may be a passphrase. */
const handedOn = ['PATH', 'HOME', 'FIQ_HOME', 'XDG_CACHE_HOME', 'XDG_RUNTIME_DIR']

/** A process that has not reported readiness by then is ended. */
const startMs = 20_000

/**
 * Starts an agent that holds a key until a given time. The key goes through a pipe: not in argv,
 * the environment or a file. The process writes no core dump, accepts no debugger by signal, and
 * has its own session, so that it outlives its terminal.
 *
 * @throws FiqError `CONFIGURATION_INVALID` without a place for its socket; `WALLET_LOCKED` if it
 * does not start.
 */
export async function startAgent(
  unlocked: { key: Hex; address: Hex; stateDir: string; until: number },
  { folder, program, env }: AgentWorld,
): Promise<void> {
  const socket = join(folder, socketName(unlocked.address))
  if (Buffer.byteLength(socket) > socketPathBytesMax) throw tooLong(socket)
  makeFolder(folder, 0o700)
  chmodSync(folder, 0o700)
  await lockAgent(unlocked.address, folder)
  const [node = '', file = ''] = program
  const run = 'ulimit -c 0; exec "$@"'
  const child = spawn('/bin/sh', ['-c', run, 'fiq', node, '--disable-sigusr1', file, agentWord], {
    cwd: '/',
    detached: true,
    env: Object.fromEntries(handedOn.map((name) => [name, env[name]])),
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), startMs)
  child.on('error', () => resolve(false))
  child.on('exit', () => resolve(false))
  child.stdin.on('error', () => resolve(false))
  child.stdout.on('data', () => resolve(true))
  child.stdin.end(`${JSON.stringify({ ...unlocked, socket } satisfies AgentStart)}\n`)
  const isReady = await promise
  clearTimeout(timer)
  child.stdout.destroy()
  child.unref()
  if (isReady) return
  child.kill()
  throw new FiqError('WALLET_LOCKED', 'The wallet agent did not start. The wallet stays locked.', {
    remedy: 'Enter the passphrase with each command, or run fiq doctor to find the cause.',
  })
}

function tooLong(socket: string): FiqError {
  return new FiqError('CONFIGURATION_INVALID', 'The path of the agent’s socket is too long.', {
    facts: [`Path: ${socket}`, `At most ${socketPathBytesMax} bytes`],
    remedy: 'Set XDG_RUNTIME_DIR or FIQ_HOME to a shorter folder.',
  })
}

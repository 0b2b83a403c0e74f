import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { defined } from '@fiq/shared/defined'

/** Another build can be selected, to check that a broken one fails. */
const program =
  process.env['FIQ_TEST_SERVER'] ??
  join(import.meta.dirname, '../../packages/server/dist/fiq-server.js')

/** The built server in its own process, which may be killed at any instruction. */
export type ServerProcess = {
  url: string
  pid: number
  /** Resolves when the process has ended. */
  gone: Promise<unknown>
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<unknown>
}

export type StartOptions = {
  folder: string
  port?: number
  fault?: string | undefined
  fileBlocksMax?: number
  preload?: string
  flags?: readonly string[]
}

/**
 * Starts the server on a data folder and waits until it listens.
 *
 * @param fault - `STEP:kill:N`; undefined for a server without faults.
 * @param fileBlocksMax - `ulimit -f`: maximum KiB of each file.
 * @param preload - Source of a module that is loaded before the server.
 */
export function startProcess(options: StartOptions): Promise<ServerProcess> {
  return start(options).then((started) => {
    if (started === 'killed') throw new Error('The server was killed before it listened.')
    return started
  })
}

/** The same, for a fault that may happen during the start, when the server reconciles. */
export async function start(options: StartOptions): Promise<ServerProcess | 'killed'> {
  const { folder, port = 0, fault, fileBlocksMax, preload, flags = [] } = options
  const own = ['--port', String(port), '--data-dir', folder, '--log-level', 'silent']
  const before = preload ? ['--import', `data:text/javascript,${encodeURIComponent(preload)}`] : []
  const args = [...before, program, 'start', '--rate-limit', '1000000000', ...own, ...flags]
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith('FIQ_'))
  const limit = fileBlocksMax === undefined ? '' : `ulimit -f ${fileBlocksMax}; `
  const child = spawn('bash', ['-c', `${limit}exec "$0" "$@"`, process.execPath, ...args], {
    env: { ...Object.fromEntries(environment), ...defined({ FIQ_FAULT: fault }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const gone = once(child, 'close')
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk))
  const url = await new Promise<string | 'killed'>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
      const found = /listening on (\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
    child.once('close', (code, signal) =>
      signal === 'SIGKILL'
        ? resolve('killed')
        : reject(new Error(`The server ended with ${code ?? signal}:\n${output}`)),
    )
  })
  if (url === 'killed') return url
  return {
    url,
    pid: child.pid ?? 0,
    gone,
    kill(signal) {
      child.kill(signal)
      return gone
    },
  }
}

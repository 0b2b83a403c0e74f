import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** A server in a separate process, so that its CPU time does not include the load generator's. */
export type ChildServer = {
  url: string
  /** User and system CPU seconds of the process so far. Linux only. */
  cpuSeconds(): number
  /** Resident memory of the process. Linux only. */
  residentBytes(): number
  /** Sends SIGUSR2 and resolves to the line that the process prints. */
  report(): Promise<string>
  /** Heap size, from the line `heap BYTES` that the process prints on SIGUSR2. */
  heapBytes(): Promise<number>
  stop(): void
}

const ticksPerSecond = 100

const scripts = join(import.meta.dirname, '..')

/** Options of {@link startChild} for our server: a free port, no request limit, no log. */
export function ourServer(dataDir: string): string[] {
  return [
    ...[join(scripts, '../packages/server/src/main.ts'), 'start', '--port', '0'],
    ...['--rate-limit', '1000000000', '--log-level', 'error', '--data-dir', dataDir],
  ]
}

/** The script of a compared server. */
export function peerServer(name: string): string {
  return join(scripts, 'bench/peers', `${name}.ts`)
}

/** Starts `node SCRIPT …args` and waits for the line `listening on URL`. */
export function startChild(args: readonly string[]): Promise<ChildServer> {
  const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  // If the benchmark fails, the server must end too.
  const end = () => child.kill()
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return new Promise((resolve, reject) => {
    let output = ''
    child.once('exit', (code) => reject(new Error(`${args[0]} ended with exit code ${code}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
      const url = /listening on (\S+)/.exec(output)?.[1]
      if (url) resolve(serverOf(child, url))
    })
  })
}

function serverOf(child: ChildProcessByStdio<null, Readable, null>, url: string): ChildServer {
  const report = () =>
    new Promise<string>((resolve) => {
      child.stdout.once('data', (line) => resolve(String(line)))
      child.kill('SIGUSR2')
    })
  return {
    url,
    report,
    cpuSeconds: () => cpuSecondsOf(child.pid!),
    residentBytes: () => residentBytesOf(child.pid!),
    heapBytes: async () => Number(/heap (\d+)/.exec(await report())?.[1]),
    stop: () => child.kill(),
  }
}

/** Resident memory of a process, by its id. */
export function residentBytesOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]
  return Number(kilobytes) * 1_024
}

/** User and system CPU seconds of child processes that have ended. Linux only. */
export function cpuSecondsOfChildren(): number {
  const [, , children, childrenInSystem] = cpuTicksOf('self')
  return (children! + childrenInSystem!) / ticksPerSecond
}

function cpuSecondsOf(pid: number): number {
  const [user, system] = cpuTicksOf(pid)
  return (user! + system!) / ticksPerSecond
}

/** Fields 14 to 17 of /proc/PID/stat, which follow the name in parentheses. */
function cpuTicksOf(pid: number | 'self'): number[] {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return fields.slice(11, 15).map(Number)
}

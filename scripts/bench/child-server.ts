import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** A server in a separate process, so that its CPU time is measured apart from the load's. */
export type ChildServer = {
  url: string
  /** User and system CPU seconds of the process so far. Linux only. */
  cpuSeconds(): number
  /** Memory of the process now. Linux only. */
  residentBytes(): number
  /** The line that it answers to SIGUSR2. */
  said(): Promise<string>
  /** Answer to SIGUSR2: a line `heap BYTES`. */
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

/** The script of a peer, to start beside it. */
export function peerServer(name: string): string {
  return join(scripts, 'bench/peers', `${name}.ts`)
}

/** Starts `node SCRIPT …args` and waits for the line `listening on URL`. */
export function startChild(args: readonly string[]): Promise<ChildServer> {
  const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  // If the bench fails, the server is ended too.
  process.once('exit', () => child.kill())
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
  const said = () =>
    new Promise<string>((resolve) => {
      child.stdout.once('data', (line) => resolve(String(line)))
      child.kill('SIGUSR2')
    })
  return {
    url,
    said,
    cpuSeconds: () => cpuSecondsOf(child.pid!),
    residentBytes: () => residentBytesOf(child.pid!),
    heapBytes: async () => Number(/heap (\d+)/.exec(await said())?.[1]),
    stop: () => child.kill(),
  }
}

/** Of a process, by its id. */
export function residentBytesOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]
  return Number(kilobytes) * 1_024
}

/** User and system CPU seconds of the children that this process has waited for. Linux only. */
export function cpuSecondsOfChildren(): number {
  const [, , children, childrenInSystem] = cpuTicksOf('self')
  return (children! + childrenInSystem!) / ticksPerSecond
}

function cpuSecondsOf(pid: number): number {
  const [user, system] = cpuTicksOf(pid)
  return (user! + system!) / ticksPerSecond
}

/** Fields 14 to 17 of /proc/PID/stat, after the name in parentheses. */
function cpuTicksOf(pid: number | 'self'): number[] {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return fields.slice(11, 15).map(Number)
}

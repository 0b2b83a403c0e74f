import { uptime } from 'node:os'

/**
 * Whether a process with this id runs on this machine. A process of another user counts, although
 * it cannot be signalled.
 */
export function isProcessAlive(
  pid: number,
  signal: (pid: number, signal: 0) => unknown = (id, zero) => process.kill(id, zero),
): boolean {
  try {
    signal(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

/** Whole milliseconds since this machine started. Setting its clock does not change them. */
export function uptimeMs(): number {
  return Math.floor(1_000 * uptime())
}

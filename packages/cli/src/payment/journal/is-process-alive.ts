/**
 * Does a process of this number run on this machine? One of another user counts: it cannot be
 * signalled, and it is there.
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

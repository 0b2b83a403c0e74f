import { randomUUID } from 'node:crypto'
import { lstatSync, renameSync } from 'node:fs'
import type { Server } from 'node:net'
import { dirname, join } from 'node:path'

/**
 * Listens on a Unix socket under a unique name, then renames it to the given path. So a socket at
 * the path always answers, and closing the server removes no socket of another process.
 *
 * @returns Whether the socket is still that of this server. Another process may have replaced it.
 */
export async function listenOnOwnSocket(server: Server, path: string): Promise<() => boolean> {
  const own = join(dirname(path), `${randomUUID().slice(0, 8)}.sock`)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen({ path: own }, resolve)
  await promise
  server.removeListener('error', reject)
  const { ino } = lstatSync(own)
  renameSync(own, path)
  return () => lstatSync(path, { throwIfNoEntry: false })?.ino === ino
}

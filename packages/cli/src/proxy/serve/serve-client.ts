import { FiqError } from '@fiq/shared/errors'
import { unforeseenLine } from '../log-line.ts'
import { loadSdk } from '../mcp/open-session.ts'
import { serveStdio } from '../mcp/serve-stdio.ts'
import { openSurface } from './open-surface.ts'
import type { ProxyWorld } from './proxy-world.ts'
import type { ServeOptions } from './serve.ts'

/**
 * `fiq mcp`: one client on standard input and output. It needs no token, because whoever starts it
 * is the user; its caps are those of the client named.
 *
 * @throws FiqError `NOT_FOUND` when there is no such client: a name is not a way to new caps.
 */
export async function serveClient(
  world: ProxyWorld,
  name: string,
  options: Pick<ServeOptions, 'approvalMs' | 'reuse'>,
): Promise<void> {
  world.staySmall()
  const surface = openSurface(world, options, {
    passage() {},
    waiting: ({ id, client }) =>
      world.note(`A quote for "${client}" waits for the user (approval ${id}).`),
  })
  if (!surface.clients.find(name))
    throw new FiqError('NOT_FOUND', `There is no client "${name.slice(0, 40)}".`, {
      remedy: 'The user adds one: fiq mcp install, or fiq proxy token add.',
    })
  world.onUnforeseen((error) => world.note(unforeseenLine(error)))
  const sdk = await loadSdk()
  await serveStdio(name, world.stdio(), surface.ports, sdk)
  surface.payer.close()
}

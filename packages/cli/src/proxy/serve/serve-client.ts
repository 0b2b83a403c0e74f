import { FiqError } from '@fiq/shared/errors'
import { type Clients, defaultClientCaps } from '../clients/clients.ts'
import { unforeseenLine } from '../log-line.ts'
import { loadSdk } from '../mcp/open-session.ts'
import { serveStdio } from '../mcp/serve-stdio.ts'
import { openSurface } from './open-surface.ts'
import type { ProxyWorld } from './proxy-world.ts'
import type { ServeOptions } from './serve.ts'

/** Client shared by callers without a name or with an unknown one. */
const sharedName = 'mcp'

/**
 * `fiq mcp`: serves one client on standard input and output. It needs no token, because the user
 * starts it. The caps are those of the named client. Unknown names share the small caps of one
 * client, so a new name gives no new caps.
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
  const client = knownName(surface.clients, name)
  if (client !== name)
    world.note(`There is no client "${name.slice(0, 40)}": the caps of "${client}" apply.`)
  world.onUnforeseen((error) => world.note(unforeseenLine(error)))
  const sdk = await loadSdk()
  await serveStdio(client, world.stdio(), surface.ports, sdk)
  surface.payer.close()
}

/**
 * Opens what pays for a client without a prompt, like its first purchase: the API key or the wallet.
 *
 * @throws FiqError `NO_WALLET`, `WALLET_LOCKED`
 */
export async function checkClient(world: ProxyWorld, name: string) {
  const surface = openSurface(
    world,
    { approvalMs: 1, reuse: false },
    { passage() {}, waiting() {} },
  )
  try {
    const client = knownName(surface.clients, name)
    const { serverUrl: server, isPersonal, account } = world
    const isOnCredits = (await account?.key().catch(refuseKey)) !== undefined
    const isFree = isPersonal || isOnCredits
    const wallet = isFree ? null : (await surface.payer.openWallet()).address
    const paysWith = isPersonal ? 'nothing' : isOnCredits ? 'credits' : 'wallet'
    return { client, server, wallet, paysWith } as const
  } finally {
    surface.payer.close()
  }
}

/** The remedies for a locked wallet do not unlock a key. @throws FiqError `CONFIGURATION_INVALID` */
function refuseKey(error: unknown): never {
  if (!(error instanceof FiqError)) throw error
  const { message, facts } = error
  throw new FiqError('CONFIGURATION_INVALID', message, {
    facts,
    remedy:
      'An agent cannot unlock the keychain. Unlock it for this session; or store the key in a file: fiq logout, then fiq login key --store file; or let the wallet pay: fiq config set pay-with wallet. Nothing was written.',
    cause: error,
  })
}

function knownName(clients: Clients, name: string): string {
  if (clients.find(name)) return name
  if (!clients.find(sharedName))
    clients.add({ ...defaultClientCaps, name: sharedName, tools: undefined })
  return sharedName
}

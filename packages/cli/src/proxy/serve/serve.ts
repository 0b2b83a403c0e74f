import { FiqError } from '@fiq/shared/errors'
import { hostsOf } from '@fiq/shared/loopback-guard'
import { sanitise } from '@fiq/shared/sanitise'
import { type Approval, priceOf } from '../approvals/approvals.ts'
import { paysWithCredits } from '../credits/pays-with-credits.ts'
import { type HttpSurfacePorts, openHttpSurface } from '../http/http-surface.ts'
import { type Listening, listenOnPort, listenOnSocket } from '../http/listen.ts'
import { logLine, unforeseenLine } from '../log-line.ts'
import { loadSdk, type Sdk } from '../mcp/open-session.ts'
import { serveHttpMcp } from '../mcp/serve-http.ts'
import type { Passage } from '../traffic.ts'
import { openSettings } from './open-settings.ts'
import { type OpenSurface, openSurface } from './open-surface.ts'
import type { ProxyWorld } from './proxy-world.ts'

export type ServeOptions = {
  host: string
  port: number
  socket: string | undefined
  reuse: boolean
  /** How long a quote waits for the user. */
  approvalMs: number
  /** Whether to show a desktop notification when a quote waits. */
  notify: boolean
  /** Whether to print ready settings. */
  open: boolean
  log: 'text' | 'json'
}

/** `fiq proxy`: serves until the process is stopped. */
export async function serve(world: ProxyWorld, options: ServeOptions): Promise<void> {
  world.staySmall()
  // Log lines would damage the drawn view, which shows the requests itself.
  const view = { isDrawn: false }
  const log = (line: string) => {
    if (!view.isDrawn) world.stderr.write(`${line}\n`)
  }
  const surface = openSurface(world, options, {
    passage: (passage: Passage) => log(logLine(passage, options.log)),
    waiting: (approval) => announce(approval, world, options, log),
  })
  world.onUnforeseen((error) => log(unforeseenLine(error)))
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  world.onStop(stop)
  let hosts: ReadonlySet<string> = new Set()
  let sdk: Promise<Sdk> | undefined
  const ports = {
    ...surface.ports,
    mcp: (post) => serveHttpMcp(post, surface.ports, () => (sdk ??= loadSdk())),
  } satisfies Omit<HttpSurfacePorts, 'hosts'>
  const listener = openHttpSurface({ ...ports, hosts: () => hosts })
  // Web pages cannot reach a socket. Its `Host` is the name that its clients use, without a port.
  const ofSocket = openHttpSurface({ ...ports, hosts: () => new Set([...hosts, 'localhost']) })
  const listening: Listening[] = [await listenOnPort(listener, options)]
  const { port } = listening[0]!
  hosts = hostsOf(options.host, port)
  try {
    if (options.socket !== undefined) listening.push(await listenOnSocket(ofSocket, options.socket))
    const url = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`
    world.stderr.write(`listening on ${url}\n`)
    if (options.socket !== undefined) world.stderr.write(`listening on ${options.socket}\n`)
    // A stop does not wait for a key derivation.
    await Promise.race([reportWallet(world, surface), stopped])
    if (options.open) world.stderr.write(openSettings(url, world, surface.clients))
    await untilStopped(stopped, { world, surface, view, url })
  } finally {
    await Promise.all(listening.map((one) => one.close()))
    surface.payer.close()
  }
}

/**
 * Opens and reports the wallet. A proxy works without one too: prices, introspection and free pages
 * need none.
 */
async function reportWallet(world: ProxyWorld, surface: OpenSurface): Promise<void> {
  try {
    if (world.isPersonal)
      world.note(`no wallet is needed: ${world.serverUrl} is your own server and sells nothing`)
    else if (world.account && (await paysWithCredits(world)))
      world.note(`pays with the credits of your API key at ${world.serverUrl}`)
    else world.note(`wallet ${await surface.unlock()} at ${world.serverUrl}`)
  } catch (error) {
    if (!(error instanceof FiqError) || error.kind !== 'wallet') throw error
    world.note(`${error.message} The proxy answers only free calls. ${error.remedy}`)
  }
  if (surface.clients.list().every(({ hasToken }) => !hasToken))
    world.note('No client has a token yet: fiq proxy token add <name>.')
}

async function untilStopped(
  stopped: Promise<void>,
  {
    world,
    surface,
    view,
    url,
  }: {
    world: ProxyWorld
    surface: OpenSurface
    view: { isDrawn: boolean }
    url: string
  },
): Promise<void> {
  const { draw } = world.payer.terminal
  if (!draw) return stopped
  const { drawLive } = await import('./draw-live.tsx')
  view.isDrawn = true
  await draw((canvas) => drawLive({ url, world, surface, stopped }, canvas))
  view.isDrawn = false
}

function announce(
  approval: Approval,
  world: ProxyWorld,
  { notify }: ServeOptions,
  log: (line: string) => void,
): void {
  const { id, client, quote } = approval
  const requestText = `"${client}" requests ${priceOf(approval)}: ${sanitise(quote.label ?? '').slice(0, 80)}`
  log(`waiting ${id}: ${requestText} (fiq proxy approvals)`)
  if (notify) world.notify('fiq: a payment waits for your approval', requestText)
}

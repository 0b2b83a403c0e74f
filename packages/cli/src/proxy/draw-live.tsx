import { render } from 'ink'
import type { Canvas } from '../payment/ports.ts'
import { liveFacts } from './live-facts.ts'
import { LiveView } from './live-view.tsx'
import type { ProxyWorld } from './open-proxy.ts'
import type { OpenSurface } from './open-surface.ts'

/** How often the view is drawn again. */
const frameMs = 500

/**
 * Draws what passes through the proxy until it is stopped, or until the user presses q or Ctrl-C.
 * Part of a file of its own in the build.
 */
export async function drawLive(
  {
    url,
    world,
    surface,
    stopped,
  }: { url: string; world: ProxyWorld; surface: OpenSurface; stopped: Promise<void> },
  { input, output }: Canvas,
): Promise<void> {
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  const facts = () => liveFacts(surface, { url, serverUrl: world.serverUrl })
  const shown = () => <LiveView facts={facts()} rows={output.rows} onLeave={leave} />
  const view = render(shown(), {
    stdin: input,
    stdout: output,
    stderr: output,
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
    isScreenReaderEnabled: false,
  })
  const stopFrames = world.timers.every(frameMs, () => view.rerender(shown()))
  input.once('end', leave)
  try {
    await Promise.race([stopped, left])
  } finally {
    stopFrames()
    view.unmount()
    await view.waitUntilExit()
  }
}

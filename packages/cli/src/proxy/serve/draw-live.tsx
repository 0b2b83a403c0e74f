import { render } from 'ink'
import { type Canvas, inkOn, onHangUp } from '../../terminal/canvas.ts'
import { liveFacts } from './live-facts.ts'
import { LiveView } from './live-view.tsx'
import type { OpenSurface } from './open-surface.ts'
import type { ProxyWorld } from './proxy-world.ts'

/** Interval of redrawing the view. */
const frameMs = 500

/**
 * Draws the requests of the proxy until it is stopped, or until the user presses q or Ctrl-C. It is
 * part of a separate file in the build.
 */
export async function drawLive(
  {
    url,
    world,
    surface,
    stopped,
  }: { url: string; world: ProxyWorld; surface: OpenSurface; stopped: Promise<void> },
  canvas: Canvas,
): Promise<void> {
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  const facts = () => liveFacts(surface, { url, serverUrl: world.serverUrl })
  const shown = () => <LiveView facts={facts()} rows={canvas.output.rows} onLeave={leave} />
  const view = render(shown(), inkOn(canvas))
  const stopFrames = world.timers.every(frameMs, () => view.rerender(shown()))
  const stopWaiting = onHangUp(canvas, leave)
  try {
    await Promise.race([stopped, left])
  } finally {
    stopFrames()
    stopWaiting()
    view.unmount()
    await view.waitUntilExit()
  }
}

import { render } from 'ink'
import { type Canvas, inkOn, onHangUp } from '../../terminal/canvas.ts'
import { paysWithCredits } from '../credits/pays-with-credits.ts'
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
  const { serverUrl } = world
  const shown = (isOnCredits: boolean) => {
    const facts = liveFacts(surface, { url, serverUrl, isOnCredits })
    return <LiveView facts={facts} rows={canvas.output.rows} onLeave={leave} />
  }
  let isOnCredits = await paysWithCredits(world)
  const view = render(shown(isOnCredits), inkOn(canvas))
  const stopFrames = world.timers.every(frameMs, () => {
    view.rerender(shown(isOnCredits))
    // The next frame shows a key that was stored, or forgotten, since.
    void paysWithCredits(world).then((pays) => {
      isOnCredits = pays
    })
  })
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

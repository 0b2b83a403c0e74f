import { render } from 'ink'
import { type Canvas, inkOn, onHangUp } from '../../terminal/canvas.ts'
import type { Timers } from '../../terminal/progress.ts'
import type { Approvals } from './approvals.ts'
import { ApprovalsView } from './approvals-view.tsx'

/** How often new quotes are looked for. */
const frameMs = 500

/**
 * The list of what waits, until the user leaves it. Part of a file of its own in the build, so it
 * throws no error of ours.
 */
export async function drawApprovals(
  {
    desk,
    now,
    every,
  }: { desk: Pick<Approvals, 'waiting' | 'decide'>; now: () => number; every: Timers['every'] },
  canvas: Canvas,
): Promise<void> {
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  const shown = () => (
    <ApprovalsView
      waiting={desk.waiting()}
      now={now()}
      rows={canvas.output.rows}
      after={canvas.after}
      desk={desk}
      onLeave={leave}
    />
  )
  const view = render(shown(), inkOn(canvas))
  const stopFrames = every(frameMs, () => view.rerender(shown()))
  const stopWaiting = onHangUp(canvas, leave)
  try {
    await left
  } finally {
    stopFrames()
    stopWaiting()
    view.unmount()
    await view.waitUntilExit()
  }
}

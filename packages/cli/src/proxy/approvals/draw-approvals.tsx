import { render } from 'ink'
import { type Canvas, inkOn, onHangUp } from '../../terminal/canvas.ts'
import type { Timers } from '../../terminal/progress.ts'
import type { Approvals } from './approvals.ts'
import { ApprovalsView } from './approvals-view.tsx'

/** Interval of checking for new quotes. */
const frameMs = 500

/**
 * Shows the waiting quotes until the user leaves. It is part of a separate file in the build, so it
 * throws no FiqError.
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

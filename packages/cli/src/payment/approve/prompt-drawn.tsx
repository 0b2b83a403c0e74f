import { render } from 'ink'
import { type Canvas, inkOn, onHangUp } from '../../terminal/canvas.ts'
import type { ApprovalReply, Proposal } from './approval-facts.ts'
import { ApprovalView } from './approval-view.tsx'

/**
 * Shows a quote and waits for one key. The view stays on the terminal with the reply. Everything is
 * drawn on the canvas, so stdout stays a clean pipe. It is part of a separate file in the build,
 * loaded for a prompt, and throws no FiqError.
 */
export async function promptDrawn(proposal: Proposal, canvas: Canvas): Promise<ApprovalReply> {
  const { output, after } = canvas
  const { promise, resolve } = Promise.withResolvers<ApprovalReply>()
  const view = render(
    <ApprovalView proposal={proposal} after={after} onReply={resolve} rows={output.rows} />,
    inkOn(canvas),
  )
  // A closed terminal does not approve.
  const stopWaiting = onHangUp(canvas, () => resolve('interrupted'))
  try {
    return await promise
  } finally {
    stopWaiting()
    await view.waitUntilRenderFlush()
    view.unmount()
    await view.waitUntilExit()
  }
}

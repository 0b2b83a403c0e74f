import { render } from 'ink'
import { type Canvas, inkOn, onHangUp } from '../../terminal/canvas.ts'
import type { ApprovalReply, Proposal } from './approval-facts.ts'
import { ApprovalView } from './approval-view.tsx'

/**
 * Shows a quote and waits for one key. The view stays on the terminal with what was answered.
 * Everything goes to the canvas, so stdout stays a clean pipe. Part of a file of its own in the
 * build: it is loaded when somebody is asked, and throws no error of ours.
 */
export async function promptDrawn(proposal: Proposal, canvas: Canvas): Promise<ApprovalReply> {
  const { output, after } = canvas
  const { promise, resolve } = Promise.withResolvers<ApprovalReply>()
  const view = render(
    <ApprovalView proposal={proposal} after={after} onReply={resolve} rows={output.rows} />,
    inkOn(canvas),
  )
  // A terminal that goes away is not a yes.
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

import { render } from 'ink'
import type { Canvas } from '../ports.ts'
import type { ApprovalReply, Proposal } from './approval-facts.ts'
import { ApprovalView } from './approval-view.tsx'

/**
 * Shows a quote and waits for one key. The view stays on the terminal with what was answered.
 * Everything goes to the canvas, so stdout stays a clean pipe. Part of a file of its own in the
 * build: it is loaded when somebody is asked, and throws no error of ours.
 */
export async function askDrawn(proposal: Proposal, canvas: Canvas): Promise<ApprovalReply> {
  const { input, output, after } = canvas
  const { promise, resolve } = Promise.withResolvers<ApprovalReply>()
  const view = render(
    <ApprovalView proposal={proposal} after={after} onReply={resolve} rows={output.rows} />,
    {
      stdin: input,
      stdout: output,
      stderr: output,
      // The interrupt is an answer too: it must come out as ours, with its exit code.
      exitOnCtrlC: false,
      patchConsole: false,
      interactive: true,
      isScreenReaderEnabled: false,
    },
  )
  // A terminal that goes away is not a yes.
  const hangUp = () => resolve('interrupted')
  input.once('end', hangUp)
  input.once('error', hangUp)
  try {
    return await promise
  } finally {
    input.off('end', hangUp)
    input.off('error', hangUp)
    await view.waitUntilRenderFlush()
    view.unmount()
    await view.waitUntilExit()
  }
}

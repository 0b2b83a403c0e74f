import { FiqError } from '@fiq/shared/errors'
import { formatUsdc, parseUsdc } from '@fiq/shared/money/usdc'

/** Option of the commands that add a client. */
export const approveInOption = {
  flags: '--approve-in <where>',
  description:
    'terminal (default), or client:AMOUNT: in the window of the client, up to this amount per call',
}

/**
 * Where the user decides on payments of a client: `terminal`, or `client:0.05`, which lets a reply
 * in the client's own window approve up to 0.05 USDC for each call.
 *
 * @returns The maximum that the window approves, in atomic units; `undefined` for the terminal
 * only.
 * @throws FiqError `USAGE`, `INVALID_AMOUNT`.
 */
export function readApproveIn(text: string): bigint | undefined {
  if (text === 'terminal') return undefined
  const amount = /^client:(.+)$/.exec(text)?.[1]
  if (amount !== undefined) return parseUsdc(amount)
  throw new FiqError('USAGE', `"${text.slice(0, 40)}" is not a place for approvals.`, {
    remedy: 'Write terminal, or client:AMOUNT with the maximum for one call, e.g. client:0.05.',
  })
}

/** The text that {@link readApproveIn} reads. */
export function showApproveIn(windowMax: bigint | undefined): string {
  return windowMax === undefined ? 'terminal' : `client:${formatUsdc(windowMax)}`
}

/**
 * Requires the user's confirmation that replies in a program's window approve payments. No option
 * confirms it, because an agent that runs commands could set one.
 *
 * @throws FiqError `APPROVAL_NEEDED` without a terminal, `DECLINED`.
 */
export async function confirmWindow(
  client: string,
  windowMax: bigint | undefined,
  { canPrompt, confirm }: { canPrompt: boolean; confirm(text: string): Promise<boolean> },
): Promise<void> {
  if (windowMax === undefined) return
  if (!canPrompt)
    throw new FiqError('APPROVAL_NEEDED', 'client:AMOUNT can only be set in a terminal.', {
      facts: ['The answer of a window comes from a program, which could forge it.'],
      remedy: 'Run the command in a terminal.',
    })
  const text = `An answer in the window of "${client}" will approve payments of up to ${formatUsdc(windowMax)} USDC per call. That program could forge the answer. Allow this? [y/N]:  `
  if (await confirm(text)) return
  throw new FiqError('DECLINED', 'Nothing was changed.')
}

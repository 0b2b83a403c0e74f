import { FiqError } from '@fiq/shared/errors'
import { formatUsdc, parseUsdc } from '@fiq/shared/money/usdc'

/** Option of the commands that add a client. */
export const approveInOption = {
  flags: '--approve-in <where>',
  description: 'terminal (default), or client:AMOUNT: its own window, up to so much a call',
}

/**
 * Where the user decides on payments of a client: `terminal`, or `client:0.05`, which lets an answer
 * in the client's own window approve up to 0.05 USDC for one call.
 *
 * @returns the most that the window approves, in atomic units; `undefined` for the terminal only.
 * @throws FiqError `USAGE`, `INVALID_AMOUNT`.
 */
export function readApproveIn(text: string): bigint | undefined {
  if (text === 'terminal') return undefined
  const amount = /^client:(.+)$/.exec(text)?.[1]
  if (amount !== undefined) return parseUsdc(amount)
  throw new FiqError('USAGE', `"${text.slice(0, 40)}" is no place to approve in.`, {
    remedy: 'Write terminal, or client:AMOUNT with the most for one call, e.g. client:0.05.',
  })
}

export function showApproveIn(windowMax: bigint | undefined): string {
  return windowMax === undefined ? 'terminal' : `client:${formatUsdc(windowMax)}`
}

/**
 * Has the user confirm that a program's answer approves payments. No option answers for the user:
 * an agent that runs commands could set it.
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
    throw new FiqError('APPROVAL_NEEDED', 'client:AMOUNT is set in a terminal only.', {
      facts: ['The answer of a window is the word of a program.'],
      remedy: 'Run the command in a terminal.',
    })
  const text = `An answer in the window of "${client}" will approve payments of up to ${formatUsdc(windowMax)} USDC a call. It is the word of that program. Allow it? [y/N]: `
  if (await confirm(text)) return
  throw new FiqError('DECLINED', 'Nothing was changed.')
}

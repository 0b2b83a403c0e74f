import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { parseUsdc } from '@fiq/shared/money/usdc'
import type { ClientTerms } from '../../../compose/proxy-ports.ts'

/** Windows by their names on the command line. */
const windows = {
  call: 'perCall',
  day: 'perDay',
  '24h': 'perDay',
  '30d': 'per30Days',
  '30days': 'per30Days',
  month: 'per30Days',
} as const satisfies Record<string, keyof ClientTerms>

/**
 * Parses caps such as `0.50/day` and `5/30d`.
 *
 * @throws FiqError `USAGE` for another window, `INVALID_AMOUNT`.
 */
export function readCaps(
  caps: readonly string[],
  perCall: string | undefined,
): Pick<ClientTerms, 'perCall' | 'perDay' | 'per30Days'> {
  const read = caps.map((text) => {
    const [amount = '', window = '', ...rest] = text.split('/')
    const name = Object.hasOwn(windows, window)
      ? windows[window as keyof typeof windows]
      : undefined
    if (name && rest.length === 0) return [name, parseUsdc(amount)] as const
    throw new FiqError('USAGE', `"${text.slice(0, 40)}" is not a cap.`, {
      remedy: `Write an amount of USDC and a window, e.g. 0.50/day. Windows: ${Object.keys(windows).join(', ')}.`,
    })
  })
  return {
    ...Object.fromEntries(read),
    ...defined({ perCall: perCall === undefined ? undefined : parseUsdc(perCall) }),
  }
}

import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { Limits } from '../budget/limits.ts'

/** @throws FiqError `OVER_LIMIT` */
export function checkLimits(amount: bigint, limits: Pick<Limits, 'perPayment' | 'maxPrice'>): void {
  const [name, limit] =
    limits.maxPrice !== undefined && limits.maxPrice < limits.perPayment
      ? ['--max-spend', limits.maxPrice]
      : ['per payment', limits.perPayment]
  if (amount <= limit) return
  throw new FiqError('OVER_LIMIT', 'The price is above your limit.', {
    facts: [`Price: ${formatUsdc(amount)} USDC`, `Limit: ${formatUsdc(limit)} USDC, ${name}`],
    remedy:
      name === '--max-spend'
        ? 'Raise --max-spend, or buy less. Nothing was signed.'
        : 'Raise the limit with fiq budget set --per-payment <usdc>, or buy less. Nothing was signed.',
  })
}

import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq topup 5` */
export const topup: Declaration = {
  name: 'topup',
  summary: 'Buy credits for the API key, paid from the wallet',
  description:
    'Paid like a query: fiq checks and shows the quote, your limits apply, and fiq writes the signed payment to its journal before it sends it. Without an API key the credits go to the account of the wallet, which fiq login siwx opens.',
  arguments: [
    {
      name: 'usdc',
      description: 'maximum to pay, decimal USDC, at least 0.015; buys whole credits at 0.003 each',
    },
  ],
  fields: ['credits', 'amountUsd', 'organisation', 'creditsLeft', 'creditsPending', 'payment'],
  examples: ['fiq topup 1', 'fiq topup 5 --max-spend 5'],
  load: () => import('./run.ts'),
}

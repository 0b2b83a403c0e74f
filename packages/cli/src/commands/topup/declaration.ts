import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq topup 5` */
export const topup: Declaration = {
  name: 'topup',
  summary: 'Buy credits for the API key, paid from the wallet',
  description:
    'Paid like a query: the quote is checked and shown, your limits hold, and what was signed is in the journal before it is sent. Without an API key the credits are for the account of the wallet itself, which fiq login siwx opens.',
  arguments: [
    {
      name: 'usdc',
      description: 'at most so much, decimal USDC, from 0.015: whole credits at 0.003',
    },
  ],
  fields: ['credits', 'amountUsd', 'organisation', 'creditsLeft', 'creditsPending', 'payment'],
  examples: ['fiq topup 1', 'fiq topup 5 --max-spend 5'],
  load: () => import('./run.ts'),
}

import type { Declaration } from '../../command-line/declaration.ts'

/** Columns of `fiq payments export`. */
export const exportFields = [
  'id',
  'at',
  'state',
  'amount',
  'currency',
  'network',
  'for',
  'server',
  'payer',
  'payTo',
  'transaction',
  'nonce',
  'validBefore',
  'credits',
  'reason',
  'play',
] as const

const id = {
  name: 'id',
  description: 'start of the id: 0x and at least 6 digits',
  completes: 'payments',
} as const

/** `fiq payments …` */
export const payments: Declaration = {
  name: 'payments',
  summary: 'List, show, resume and export payments',
  alone: 'list',
  commands: [
    {
      name: 'list',
      summary: 'List the payments of this machine, latest first',
      description:
        'States: reserved (nothing signed), signed (being sent), unknown (sent, no proof yet), settled (answer owed), answered, rejected (abandoned, not proven void), void (no money moved).',
      options: [
        { flags: '--limit <count>', description: 'maximum number of payments', default: '20' },
      ],
      fields: ['id', 'at', 'state', 'amount', 'for', 'payTo', 'transaction', 'play'],
      examples: ['fiq payments', 'fiq payments list --csv'],
      load: () => import('./list/run.ts'),
    },
    {
      name: 'show',
      summary: 'Show one payment with its rows',
      arguments: [id],
      examples: ['fiq payments show 0x1a2b3c4d'],
      load: () => import('./show/run.ts'),
    },
    {
      name: 'resume',
      summary: 'Send a payment without an answer again, and print its answer; signs nothing',
      description: 'Without an id, checks on the chain all payments that have no proof.',
      arguments: [{ ...id, optional: true }],
      examples: ['fiq payments resume', 'fiq payments resume 0x1a2b3c4d'],
      load: () => import('./resume/run.ts'),
    },
    {
      name: 'abandon',
      summary: 'Abandon a payment with an unknown outcome, so that its command can buy again',
      description:
        'For a payment that stays unknown (exit 11) because no node proves its outcome. This is possible after its authorization has expired; the error shows when. The payment still counts as spent. With --rpc-url fiq reads from the chain whether the authorization has expired and what the outcome is. Otherwise the clock of this machine decides whether it has expired.',
      arguments: [id],
      fields: ['id', 'state', 'amount', 'play'],
      examples: ['fiq payments abandon 0x1a2b3c4d'],
      load: () => import('./abandon/run.ts'),
    },
    {
      name: 'export',
      summary: 'Print all payments of a period, for accounting',
      description:
        'One row per payment, earliest first: amount in decimal USDC, the transaction that settled it, payer and payee, the nonce that identifies it on the chain, and the state. Prints JSON in a pipe; --csv is for a spreadsheet.',
      options: [
        { flags: '--since <date>', description: 'first day, ISO 8601, UTC' },
        { flags: '--until <date>', description: 'last day, ISO 8601, UTC' },
      ],
      fields: exportFields,
      examples: [
        'fiq payments export --csv > payments.csv',
        'fiq payments export --since 2026-01-01',
      ],
      load: () => import('./export/run.ts'),
    },
    {
      name: 'reset',
      summary: 'Start a new journal after the old one was lost or damaged',
      description:
        'Reads from the chain (--rpc-url) what the wallets paid in the last 30 days, with --allow-env-key also what the key in FIQ_PRIVATE_KEY paid, and counts it as spent. Then renames the old files. It prompts first; without a terminal it needs --force. Restoring the file from a backup is better, because the file also holds payees, proxy clients and answers. An intact journal is not reset. A program that used the old journal, such as fiq proxy, pays nothing more until it is started again.',
      options: [
        { flags: '--force', description: 'do not prompt' },
        {
          flags: '--without-chain',
          description: 'use no node: the budget windows start at zero',
        },
      ],
      fields: ['movedTo', 'chain', 'payments', 'spent'],
      examples: [
        'fiq payments reset --rpc-url https://mainnet.base.org',
        'fiq payments reset --without-chain --force',
      ],
      load: () => import('./reset/run.ts'),
    },
    {
      name: 'payee',
      summary: 'Show the payee of this server, or forget it',
      options: [{ flags: '--forget', description: 'the next payment is treated as the first' }],
      fields: ['server', 'payTo', 'since'],
      examples: ['fiq payments payee', 'fiq payments payee --forget'],
      load: () => import('./payee/run.ts'),
    },
  ],
}

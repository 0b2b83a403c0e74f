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

const id = { name: 'id', description: 'beginning of the id, 0x and at least 6 digits' }

/** `fiq payments …` */
export const payments: Declaration = {
  name: 'payments',
  summary: 'List, show, resume and export what was paid',
  alone: 'list',
  commands: [
    {
      name: 'list',
      summary: 'List the payments of this machine, latest first',
      description:
        'States: reserved (nothing signed), signed (being sent), unknown (sent, no proof yet), settled (answer owed), answered, rejected (refused, not proven void), void (no money moved).',
      options: [{ flags: '--limit <count>', description: 'how many', default: '20' }],
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
      summary: 'Send a payment that has no answer again, and print its answer; signs nothing',
      description: 'Without an id: asks the chain about all payments that have no proof.',
      arguments: [{ ...id, optional: true }],
      examples: ['fiq payments resume', 'fiq payments resume 0x1a2b3c4d'],
      load: () => import('./resume/run.ts'),
    },
    {
      name: 'abandon',
      summary: 'Give up a payment in doubt, so that its command buys anew',
      description:
        'For a payment that stays unknown (exit 11) because no node proves what became of it. Possible once its authorization has ended; the error says when. It stays counted as spent. With --rpc-url the chain decides whether it is over and what became of it, else the clock of this machine does.',
      arguments: [id],
      fields: ['id', 'state', 'amount'],
      examples: ['fiq payments abandon 0x1a2b3c4d'],
      load: () => import('./abandon/run.ts'),
    },
    {
      name: 'export',
      summary: 'Print all payments of a span of time, for the books',
      description:
        'One row a payment, the earliest first: amounts in decimal USDC, the transaction that settled it, who paid whom, the nonce that finds it on the chain, and the state. In a pipe JSON; --csv for a spreadsheet.',
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
      summary: 'Begin a new journal after the old one was lost or damaged',
      description:
        'First reads from the chain (--rpc-url) what the wallets paid in the last 30 days; that counts as spent. Then moves the old files aside. It asks first; without a terminal --force is needed. Restoring the file from a backup is better: it also knows payees, proxy clients and answers. A journal that is whole is not reset.',
      options: [
        { flags: '--force', description: 'do not ask' },
        {
          flags: '--without-chain',
          description: 'ask no node: the windows of the budget begin at zero',
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
      summary: 'Show whom this server has been paid to, or forget it',
      options: [{ flags: '--forget', description: 'the next payment is a first one again' }],
      fields: ['server', 'payTo', 'since'],
      examples: ['fiq payments payee', 'fiq payments payee --forget'],
      load: () => import('./payee/run.ts'),
    },
  ],
}

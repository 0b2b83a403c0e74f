import type { Declaration } from '../declaration.ts'

const id = { name: 'id', description: 'beginning of the id, 0x and at least 6 digits' }

/** `fiq payments …` */
export const payments: Declaration = {
  name: 'payments',
  summary: 'List, show and resume what was paid',
  commands: [
    {
      name: 'list',
      summary: 'List the payments of this machine, latest first',
      description:
        'States: reserved (nothing signed), signed (being sent), unknown (sent, no proof yet), settled (answer owed), answered, rejected (refused, not proven void), void (no money moved).',
      options: [{ flags: '--limit <count>', description: 'how many', default: '20' }],
      fields: ['id', 'at', 'state', 'amount', 'for', 'payTo', 'transaction'],
      examples: ['fiq payments list', 'fiq payments list --csv'],
      load: () => import('./list/run.ts'),
    },
    {
      name: 'show',
      summary: 'Show one payment with its rows',
      arguments: [id],
      load: () => import('./show/run.ts'),
    },
    {
      name: 'resume',
      summary: 'Send a payment that has no answer again, and print its answer; signs nothing',
      description: 'Without an id: asks the chain about all payments that have no proof.',
      arguments: [{ ...id, optional: true }],
      load: () => import('./resume/run.ts'),
    },
    {
      name: 'payee',
      summary: 'Show whom this server has been paid to, or forget it',
      options: [{ flags: '--forget', description: 'the next payment is a first one again' }],
      fields: ['server', 'payTo', 'since'],
      load: () => import('./payee/run.ts'),
    },
  ],
}

import type { Declaration } from '../../command-line/declaration.ts'

const origin = { name: 'origin', description: 'address of the server, e.g. https://fiq.example' }

/** `fiq payees …` */
export const payees: Declaration = {
  name: 'payees',
  summary: 'List, trust and forget the servers that are paid',
  commands: [
    {
      name: 'list',
      summary: 'List the servers of this profile, and whom each is paid to',
      fields: ['server', 'payTo', 'since'],
      examples: ['fiq payees list'],
      load: () => import('./list/run.ts'),
    },
    {
      name: 'trust',
      summary: 'Let a server be paid without a question about its payee',
      description:
        'The address that the server names first is pinned, or only the one given here. Caps and approvals hold as ever.',
      arguments: [
        origin,
        { name: 'address', description: 'the only address to pay there', optional: true },
      ],
      examples: ['fiq payees trust http://127.0.0.1:4020'],
      load: () => import('./trust/run.ts'),
    },
    {
      name: 'forget',
      summary: 'Forget the payee of a server: the next payment is a first one again',
      arguments: [origin],
      examples: ['fiq payees forget https://fiq.example'],
      load: () => import('./forget/run.ts'),
    },
  ],
}

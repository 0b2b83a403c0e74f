import type { Declaration } from '../../command-line/declaration.ts'

const origin = { name: 'origin', description: 'address of the server, e.g. https://fiq.example' }

/** `fiq payees …` */
export const payees: Declaration = {
  name: 'payees',
  summary: 'List, trust and forget the servers that fiq pays',
  commands: [
    {
      name: 'list',
      summary: 'List the servers of this profile, and the payee of each',
      fields: ['server', 'payTo', 'since'],
      examples: ['fiq payees list'],
      load: () => import('./list/run.ts'),
    },
    {
      name: 'trust',
      summary: 'Pay a server without a prompt about its payee',
      description:
        'fiq pins the first address that the server names, or accepts only the address given here. Caps and approvals still apply.',
      arguments: [
        origin,
        {
          name: 'address',
          description: 'the only address that may be paid at this server',
          optional: true,
        },
      ],
      examples: ['fiq payees trust http://127.0.0.1:4020'],
      load: () => import('./trust/run.ts'),
    },
    {
      name: 'forget',
      summary: 'Forget the payee of a server: the next payment is treated as its first',
      arguments: [origin],
      examples: ['fiq payees forget https://fiq.example'],
      load: () => import('./forget/run.ts'),
    },
  ],
}

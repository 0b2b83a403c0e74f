import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq setup` */
export const setup: Declaration = {
  name: 'setup',
  summary: 'Give your own server a contact for the SEC, and free keys',
  description:
    'Asks for the contact that the SEC wants in each request, then for optional keys, the most useful first. An empty answer keeps what is there, - takes it out. They are kept in a file that only you can read. A server that runs is started again with them. In a pipe it takes lines NAME=value.',
  arguments: [
    { name: 'what', description: 'only this one, e.g. sec, alpaca, fred', optional: true },
  ],
  fields: ['file', 'set'],
  examples: ['fiq setup', 'fiq setup sec', 'fiq setup < keys.env'],
  load: () => import('./run.ts'),
}

import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq setup` */
export const setup: Declaration = {
  name: 'setup',
  summary: 'Store a contact for the SEC and free keys for your own server',
  description:
    'Prompts for the contact that the SEC requires in each request, then for optional keys, the most useful first. An empty answer keeps the stored value; - removes it; . finishes and keeps what you entered. The values are stored in a file that only you can read. A running server is restarted with them. In a pipe, reads lines of the form NAME=value.',
  arguments: [
    { name: 'what', description: 'one entry only, e.g. sec, alpaca, fred', optional: true },
  ],
  fields: ['file', 'set'],
  examples: ['fiq setup', 'fiq setup sec', 'fiq setup < keys.env'],
  load: () => import('./run.ts'),
}

import type { Declaration } from '../declaration.ts'
import { topicNames } from './topic-names.ts'

/** `fiq help exit-codes` */
export const help: Declaration = {
  name: 'help',
  summary: 'Show help on a command or a topic',
  arguments: [
    {
      name: 'topic',
      description: `a command, or one of ${topicNames.join(', ')}`,
      optional: true,
      choices: topicNames,
    },
  ],
  examples: ['fiq help quote', 'fiq help exit-codes'],
  inPipe: 'text',
  load: () => import('./run.ts'),
}

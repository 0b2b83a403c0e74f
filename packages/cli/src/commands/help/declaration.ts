import type { Declaration } from '../../command-line/declaration.ts'
import { topicNames } from '../../command-line/help-texts/topic-names.ts'

/** `fiq help exit-codes` */
export const help: Declaration = {
  name: 'help',
  summary: 'Show help for a command or a topic',
  arguments: [
    {
      name: 'topic',
      description: `a command, or one of ${topicNames.join(', ')}`,
      optional: true,
      choices: topicNames,
    },
  ],
  examples: ['fiq help quote', 'fiq help exit-codes', 'fiq help options'],
  inPipe: 'text',
  load: () => import('./run.ts'),
}

import type { Declaration } from '../declaration.ts'

/** `fiq series CPIAUCSL --limit 12` */
export const series: Declaration = {
  name: 'series',
  summary: 'Show the observations of an economic series',
  arguments: [{ name: 'series-id', description: 'series identifier, e.g. CPIAUCSL' }],
  options: [
    { flags: '--limit <number>', description: 'most observations, 1 to 500 (default 20)' },
    { flags: '--offset <number>', description: 'observations skipped after sorting' },
    {
      flags: '--sort <direction>',
      description: 'DESC is newest first (default)',
      choices: ['ASC', 'DESC'],
    },
    { flags: '--since <date>', description: 'first day, ISO 8601' },
    { flags: '--until <date>', description: 'last day, ISO 8601' },
  ],
  fields: ['date', 'value'],
  examples: [
    'fiq series CPIAUCSL --limit 12',
    'fiq series GDP --since 2010-01-01 --sort ASC --csv',
  ],
  load: () => import('./run.ts'),
}

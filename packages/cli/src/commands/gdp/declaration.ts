import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq gdp USA` */
export const gdp: Declaration = {
  name: 'gdp',
  summary: 'Show the gross domestic product of a country',
  arguments: [{ name: 'country', description: 'ISO country code, three letters, e.g. USA' }],
  options: [
    {
      flags: '--type <type>',
      description: 'constant prices, current prices or a forecast',
      choices: ['real', 'nominal', 'forecast'],
      default: 'real',
    },
  ],
  fields: ['date', 'value', 'unit'],
  examples: ['fiq gdp USA', 'fiq gdp DEU --type nominal --csv'],
  load: () => import('./run.ts'),
}

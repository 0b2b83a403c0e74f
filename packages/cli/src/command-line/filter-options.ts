import type { OptionDeclaration } from './declaration.ts'

/** The options of `arrayFilterOf`: bounds, order and page of a list ordered by time. */
export const filterOptions: readonly OptionDeclaration[] = [
  { flags: '--limit <number>', description: 'maximum number of rows, 1 to 500 (default 20)' },
  { flags: '--offset <number>', description: 'number of rows to skip after sorting' },
  {
    flags: '--sort <field>',
    description: '-date: newest first (default); date: oldest first',
  },
  { flags: '--since <date>', description: 'first day, ISO 8601' },
  { flags: '--until <date>', description: 'last day, ISO 8601' },
]

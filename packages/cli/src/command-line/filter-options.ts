import type { OptionDeclaration } from './declaration.ts'

/** The options that `arrayFilterOf` reads: bounds, order and page of a time-ordered list. */
export const filterOptions: readonly OptionDeclaration[] = [
  { flags: '--limit <number>', description: 'most rows, 1 to 500 (default 20)' },
  { flags: '--offset <number>', description: 'rows skipped after sorting' },
  {
    flags: '--sort <field>',
    description: '-date is newest first (default), date oldest first',
  },
  { flags: '--since <date>', description: 'first day, ISO 8601' },
  { flags: '--until <date>', description: 'last day, ISO 8601' },
]

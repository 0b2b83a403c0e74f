/** Patterns of text inputs (JSON Schema `pattern`), each with its name in error messages. */
export const patterns = {
  '^[0-9]{1,10}$': 'one to ten digits, e.g. 0001067983',
  '^[A-Za-z]{2}$': 'two letters, e.g. CA',
  '^[A-Za-z]$': 'one letter, e.g. H',
} as const

/** A pattern with a name. The catalog uses no others. */
export type Pattern = keyof typeof patterns

import { FiqError } from '@fiq/shared/errors'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import type { Row } from '../query/rows.ts'

/**
 * The order of `--sort`: by a field; `-field` is descending. Rows without a value are last in both
 * directions.
 *
 * @throws FiqError `USAGE` naming the fields.
 */
export function orderBy(
  text: string,
  fields: readonly string[],
  named: (name: string) => string = (name) => fieldNamed(name, fields),
): (a: Row, b: Row) => number {
  const field = named(text.replace(/^[-+]/, ''))
  const direction = text.startsWith('-') ? -1 : 1
  return (a, b) => {
    const [first, second] = [a[field] ?? null, b[field] ?? null]
    if (first === second) return 0
    if (first === null || second === null) return first === null ? 1 : -1
    return (first < second ? -1 : 1) * direction
  }
}

function fieldNamed(name: string, fields: readonly string[]): string {
  const found = fields.find((field) => field.toLowerCase() === name.toLowerCase())
  if (found !== undefined) return found
  throw new FiqError('USAGE', `There is no field "${name.slice(0, 40)}" to sort by.`, {
    facts: [...didYouMean(name, fields), `Fields: ${fields.join(', ')}`],
  })
}

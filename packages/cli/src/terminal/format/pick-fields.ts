import { FiqError } from '@fiq/shared/errors'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'

/**
 * Keeps only the given fields, in the given order. A dotted name selects within objects and lists:
 * `market.price`, `bars.close`.
 *
 * @param fields - Names separated by commas.
 * @param known - Existing fields; empty if any name is allowed.
 * @throws FiqError `USAGE` listing the fields if one is unknown.
 */
export function pickFields(value: unknown, fields: string, known: readonly string[]): unknown {
  const names = checkFields(fields, known)
  if (Array.isArray(value)) return value.map((row) => pick(row, names))
  return pick(value, names)
}

/**
 * Checks a list of field names before any request or payment.
 *
 * @throws FiqError `USAGE`
 */
export function checkFields(fields: string, known: readonly string[]): readonly string[] {
  const names = fields.split(',').map((name) => name.trim())
  for (const name of names) {
    const head = name.split('.')[0] ?? ''
    if (head !== '' && (known.length === 0 || known.includes(head))) continue
    throw new FiqError('USAGE', `There is no field "${name.slice(0, 60)}".`, {
      facts: known.length > 0 ? [...didYouMean(head, known), `Fields: ${known.join(', ')}`] : [],
      remedy: 'Write --json field,field after the other arguments, or --json all for all fields.',
    })
  }
  return names
}

function pick(row: unknown, names: readonly string[]): unknown {
  if (typeof row !== 'object' || row === null) return row
  return Object.fromEntries(names.map((name) => [name, reach(row, name.split('.'))]))
}

function reach(value: unknown, path: readonly string[]): unknown {
  const [head, ...rest] = path
  if (head === undefined) return value
  if (Array.isArray(value)) return value.map((item) => reach(item, path))
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, head)) return null
  return reach((value as Record<string, unknown>)[head], rest)
}

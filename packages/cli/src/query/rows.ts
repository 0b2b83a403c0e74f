import { isObject } from '@fiq/shared/json'

/** Whether a value contains no data. An empty list counts as data, a list of nulls does not. */
export function isNothing(value: unknown): boolean {
  if (value === null || value === undefined) return true
  if (Array.isArray(value)) return value.length > 0 && value.every(isNothing)
  if (typeof value !== 'object') return false
  const members = Object.values(value)
  return members.length > 0 && members.every(isNothing)
}

/** A JSON object of an answer. */
export type Row = Readonly<Record<string, unknown>>

/** The objects in a list. Omits other items, such as the null of a failed one. */
export function rowsOf(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** Text of a member; empty if it has none. */
export function textIn(row: Row, key: string): string {
  const value = row[key]
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string').join(', ')
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** The value at a dot-path, e.g. `data.quotes`; `undefined` if the path ends early. */
export function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value)
}

import { absent, formatValue, isNumber } from './format-number.ts'

/** Matches up to the minute: `2026-11-20T17:07:01.000Z` */
const instant = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/

/** Any value as a cell: never JSON. A list of texts is joined; a list of objects is counted. */
export function plainCell(value: unknown): string {
  if (value === null || value === undefined || value === '') return absent
  if (isNumber(value)) return formatValue(value)
  if (typeof value === 'string') return value.replace(instant, '$1 $2 UTC')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (!Array.isArray(value)) return 'a view of its own'
  if (value.length === 0) return absent
  if (value.some((item) => typeof item === 'object')) return `${value.length} rows`
  return value.map(String).join(', ')
}

/** The member of a row as a cell. A dotted name selects within objects. */
export function memberCell(row: unknown, path: string): string {
  const reached = path.split('.').reduce<unknown>((inner, key) => {
    const isHeld = typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
    return isHeld ? (inner as Record<string, unknown>)[key] : undefined
  }, row)
  return plainCell(reached)
}

import { sanitise } from '@fiq/shared/sanitise'

/**
 * Removes invisible characters, with which a text could tell a model something that its user does
 * not see.
 */
export function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return sanitise(value)
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [sanitise(key), cleaned(inner)]),
  )
}

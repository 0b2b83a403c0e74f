import { sanitise } from '@fiq/shared/sanitise'

/** Characters that no reader sees are how a text says one thing to a human and another to a model. */
export function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return sanitise(value)
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [sanitise(key), cleaned(inner)]),
  )
}

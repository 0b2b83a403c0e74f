import { sanitise } from '@fiq/shared/sanitise'

/** Maximum characters of a caller's displayed name. */
export const callerNameMax = 40

/**
 * The name that a caller gives itself as a line of an approval, quoted and marked as the caller's.
 */
export function callerWords(name: string | undefined): readonly string[] {
  const clean = sanitise((name ?? '').slice(0, 4 * callerNameMax))
    .replaceAll(/["\s]+/g, ' ')
    .trim()
  if (clean === '') return []
  const shown = clean.length > callerNameMax ? `${clean.slice(0, callerNameMax - 1)}…` : clean
  return [`from a program that calls itself "${shown}"`]
}

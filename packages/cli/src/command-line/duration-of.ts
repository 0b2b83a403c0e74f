import { FiqError } from '@fiq/shared/errors'
import type { ParsedArguments } from './declaration.ts'
import { optionOf } from './parsed-arguments.ts'

const units: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/**
 * A duration such as `60s`, `3min`, `2h` or `30d`. A number without a unit means seconds, as in
 * 0.1.
 *
 * @param bounds - Milliseconds.
 * @returns Milliseconds, and whether the unit was omitted; `undefined` without the option.
 * @throws FiqError `USAGE` naming the option and its bounds.
 */
export function durationOf(
  args: ParsedArguments,
  name: string,
  { min, max }: { min: number; max: number },
): { ms: number; isBare: boolean } | undefined {
  const text = optionOf(args, name)
  if (text === undefined) return undefined
  const [, digits = '', unit = ''] = /^(\d{1,9}) ?([a-z]*)$/.exec(text.toLowerCase()) ?? []
  const scale = unit === '' ? 1_000 : units[unit]
  const ms = digits === '' || scale === undefined ? Number.NaN : Number(digits) * scale
  if (ms >= min && ms <= max) return { ms, isBare: unit === '' }
  throw new FiqError('USAGE', `--${name} must be a time from ${words(min)} to ${words(max)}.`, {
    facts: [`Given: ${text.slice(0, 40)}`, 'Units: s, min, h, d; for example 60s or 3min'],
  })
}

function words(ms: number): string {
  const [unit, scale] = Object.entries(units)
    .toReversed()
    .find(([name, size]) => name !== 'm' && ms % size === 0) ?? ['s', 1_000]
  return `${ms / scale}${unit}`
}

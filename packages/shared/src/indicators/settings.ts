import { refuseArgument } from '../errors.ts'
import type { IndicatorRule, Settings } from './indicator-rules.ts'

/**
 * The settings of an indicator: the given arguments, and defaults for the others.
 *
 * @throws FiqError `BAD_INPUT` naming the argument
 */
export function settingsOf(
  { parameters }: IndicatorRule,
  args: Readonly<Record<string, unknown>>,
): Settings {
  const settings: Record<string, number> = {}
  for (const { name, default: byDefault, min, max, isWhole } of parameters) {
    const value = args[name] ?? byDefault
    const kind = isWhole ? 'a whole number' : 'a number'
    if (
      typeof value !== 'number' ||
      !(value >= min && value <= max) ||
      (isWhole && value % 1 !== 0)
    )
      refuseArgument(name, `${kind} from ${min} to ${max}`, value)
    else settings[name] = value
  }
  const { fast, slow } = settings
  if (fast !== undefined && slow !== undefined && fast >= slow)
    refuseArgument('fast', `less than slow, which is ${slow}`, fast)
  return settings
}

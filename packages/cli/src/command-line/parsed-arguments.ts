import { FiqError } from '@fiq/shared/errors'
import type { ParsedArguments } from './declaration.ts'

/** The words of an argument. */
export function argumentsOf(args: ParsedArguments, name: string): readonly string[] {
  return args.arguments[name] ?? []
}

/** The single word of an argument; empty if not given. */
export function argumentOf(args: ParsedArguments, name: string): string {
  return args.arguments[name]?.[0] ?? ''
}

/** The words of an argument as one text, such as a name of several words. */
export function phraseOf(args: ParsedArguments, name: string): string {
  return argumentsOf(args, name).join(' ').trim()
}

/** The text of an option, or `undefined`. */
export function optionOf(args: ParsedArguments, name: string): string | undefined {
  const value = args.options[name]
  return typeof value === 'string' ? value : undefined
}

/** The texts of a repeatable option, in order. */
export function optionsOf(args: ParsedArguments, name: string): readonly string[] {
  const value = args.options[name]
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? (value as readonly string[]) : []
}

/** Whether a switch is given. */
export function flagOf(args: ParsedArguments, name: string): boolean {
  return args.options[name] === true
}

/**
 * An integer within bounds.
 *
 * @throws FiqError `USAGE` naming the option and its bounds.
 */
export function integerOf(
  args: ParsedArguments,
  name: string,
  { min, max }: { min: number; max: number },
): number | undefined {
  const text = optionOf(args, name)
  if (text === undefined) return undefined
  const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new FiqError('USAGE', `--${name} must be a whole number from ${min} to ${max}.`, {
    facts: [`Given: ${text.slice(0, 40)}`],
  })
}

/**
 * A number from 0 to 1.
 *
 * @throws FiqError `USAGE` naming the option and its bounds.
 */
export function shareOf(args: ParsedArguments, name: string): number | undefined {
  const text = optionOf(args, name)
  if (text === undefined) return undefined
  const value = /^(?:\d?\.\d{1,15}|[01])$/.test(text) ? Number(text) : Number.NaN
  if (value >= 0 && value <= 1) return value
  const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  throw new FiqError('USAGE', `--${flag} must be a number from 0 to 1.`, {
    facts: [`Given: ${text.slice(0, 40)}`],
  })
}

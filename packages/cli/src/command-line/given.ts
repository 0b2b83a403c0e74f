import { FiqError } from '@fiq/shared/errors'
import type { Given } from './declaration.ts'

/** The words of an argument. */
export function argumentsOf(given: Given, name: string): readonly string[] {
  return given.arguments[name] ?? []
}

/** The single word of an argument; empty if not given. */
export function argumentOf(given: Given, name: string): string {
  return given.arguments[name]?.[0] ?? ''
}

/** The words of an argument as one text, such as a name of several words. */
export function phraseOf(given: Given, name: string): string {
  return argumentsOf(given, name).join(' ').trim()
}

/** The text of an option, or `undefined`. */
export function optionOf(given: Given, name: string): string | undefined {
  const value = given.options[name]
  return typeof value === 'string' ? value : undefined
}

/** The texts of a repeatable option, in order. */
export function optionsOf(given: Given, name: string): readonly string[] {
  const value = given.options[name]
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? (value as readonly string[]) : []
}

/** Whether a switch is given. */
export function flagOf(given: Given, name: string): boolean {
  return given.options[name] === true
}

/**
 * An integer within bounds.
 *
 * @throws FiqError `USAGE` naming the option and its bounds.
 */
export function integerOf(
  given: Given,
  name: string,
  { min, max }: { min: number; max: number },
): number | undefined {
  const text = optionOf(given, name)
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
export function shareOf(given: Given, name: string): number | undefined {
  const text = optionOf(given, name)
  if (text === undefined) return undefined
  const value = /^(?:\d?\.\d{1,15}|[01])$/.test(text) ? Number(text) : Number.NaN
  if (value >= 0 && value <= 1) return value
  const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  throw new FiqError('USAGE', `--${flag} must be a number from 0 to 1.`, {
    facts: [`Given: ${text.slice(0, 40)}`],
  })
}

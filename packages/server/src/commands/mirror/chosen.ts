import { FiqError } from '@fiq/shared/errors'
import { cikOf } from '@fiq/shared/spelling/filer-identifier'

/** The choices of a mirror pull. Lists without parameters need none. */
export type Chosen = {
  tickers: readonly string[]
  /** SEC identifiers of the managers whose holdings are pulled. */
  ciks: readonly string[]
  /** ISO 3166, three letters. */
  countries: readonly string[]
  /** Economic series. */
  series: readonly string[]
  /** Arguments of areas that take a name or a subject. */
  names: readonly string[]
  /** Ranges of price histories; `max` by default. */
  ranges?: readonly string[]
}

/** Members of {@link Chosen} that an operator sets by options. */
export const choices = ['tickers', 'ciks', 'countries', 'series', 'names'] as const

/** Default choices, for which every area has some answer. */
export const chosenByDefault: Chosen = {
  tickers: ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'GOOGL', '^GSPC', 'BTC-USD'],
  ciks: ['0001067983'],
  countries: ['USA', 'DEU', 'JPN', 'GBR', 'CHN'],
  series: ['GDP', 'GDPC1', 'CPIAUCSL', 'CPIAUCNS', 'UNRATE', 'FEDFUNDS', 'DGS10', 'DGS2'],
  names: ['inflation'],
}

/** Maximum values of one option. */
const valuesMax = 10_000

/**
 * Parses `--tickers AAPL,MSFT` and similar options. Missing ones get their defaults.
 *
 * @throws FiqError `BAD_INPUT` for an empty list, one that is too long, or a malformed value
 */
export function chosenOf(
  options: {
    readonly [name in (typeof choices)[number]]?: string
  },
): Chosen {
  const chosen = choices.map((name) => {
    const text = options[name]
    return [name, text === undefined ? chosenByDefault[name] : valuesOf(name, text)]
  })
  return Object.fromEntries(chosen) as Chosen
}

const forms: Readonly<Record<(typeof choices)[number], RegExp>> = {
  tickers: /^[\^A-Za-z0-9][A-Za-z0-9.=^/-]{0,19}$/,
  ciks: /^\d{10}$/,
  countries: /^[A-Za-z]{3}$/,
  series: /^[\w./:-]{1,100}$/,
  names: /^.{1,100}$/,
}

function valuesOf(name: (typeof choices)[number], text: string): string[] {
  const written = text.split(',').map((value) => value.trim())
  const each = name === 'ciks' ? written.map((value) => cikOf(value) ?? value) : written
  const values = [...new Set(each)].filter(Boolean)
  const wrong = values.find((value) => !forms[name].test(value))
  if (wrong !== undefined || values.length === 0 || values.length > valuesMax)
    throw new FiqError(
      'BAD_INPUT',
      `--${name} takes 1 to ${valuesMax} values, separated by commas.`,
      {
        facts:
          wrong === undefined
            ? [`Values: ${values.length}`]
            : [`Not valid: ${JSON.stringify(wrong)}`],
      },
    )
  return values
}

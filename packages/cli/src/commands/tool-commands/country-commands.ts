import { gdpTypes } from '@fiq/shared/catalog/inputs'
import { FiqError } from '@fiq/shared/errors'
import { countriesLike, countryNamed } from '@fiq/shared/spelling/country-named'
import type { ParsedArguments } from '../../command-line/declaration.ts'
import { optionOf, phraseOf } from '../../command-line/parsed-arguments.ts'
import { pointOptions, showSeries } from './macro-command.ts'
import type { ToolCommand } from './tool-command.ts'

/** Options shared by the country commands. */
const ofCountry = {
  arguments: [
    { name: 'country', description: 'name or ISO code, e.g. Germany, DEU', variadic: true },
  ],
  fields: ['date', 'value', 'unit'],
  options: pointOptions,
} satisfies Partial<ToolCommand>

/** The commands about one country. */
export const countryCommands: readonly ToolCommand[] = [
  {
    name: 'gdp',
    tool: 'gdp',
    summary: 'Show the gross domestic product of a country',
    ...ofCountry,
    options: [
      {
        flags: '--measure <measure>',
        description: 'constant prices (default), current prices or growth with a forecast',
        choices: gdpTypes,
      },
      {
        flags: '--type <type>',
        description: 'old name of --measure',
        choices: gdpTypes,
        isHidden: true,
      },
      ...pointOptions,
    ],
    examples: ['fiq gdp USA', 'fiq gdp Germany --last 6', 'fiq gdp DEU --measure nominal --csv'],
    input(args, { output }) {
      const type = optionOf(args, 'type')
      if (type !== undefined) output.warn(`--type ${type} is now --measure ${type}.`)
      return { country: countryIn(args), type: measureOf(args) }
    },
    show: showSeries({
      title: (args) => `${countryWords(args)}, ${measureWords[measureOf(args)]}`,
      isRate: (args) => measureOf(args) === 'forecast',
    }),
  },
  {
    name: 'inflation',
    tool: 'inflation',
    summary: 'Show the consumer price inflation of a country',
    ...ofCountry,
    examples: ['fiq inflation USA', 'fiq inflation JPN --ndjson'],
    input: (args) => ({ country: countryIn(args) }),
    show: showSeries({
      title: (args) => `${countryWords(args)}, consumer prices`,
      isRate: () => true,
    }),
  },
  {
    name: 'rates',
    tool: 'interestRates',
    summary: 'Show the policy and interbank rates of a country',
    ...ofCountry,
    examples: ['fiq rates USA', 'fiq rates DEU --since 2020 --csv'],
    input: (args) => ({ country: countryIn(args) }),
    show: showSeries({
      title: (args) => `${countryWords(args)}, interest rate`,
      isRate: () => true,
    }),
  },
]

const measureWords = {
  real: 'real GDP',
  nominal: 'nominal GDP',
  forecast: 'growth of real GDP, with a forecast',
} as const satisfies Record<(typeof gdpTypes)[number], string>

function measureOf(args: ParsedArguments): keyof typeof measureWords {
  const text = optionOf(args, 'measure') ?? optionOf(args, 'type') ?? 'real'
  return gdpTypes.find((type) => type === text) ?? 'real'
}

/** The name of the country. The command line was validated before. */
function countryWords(args: ParsedArguments): string {
  return countryNamed(phraseOf(args, 'country'))?.name ?? phraseOf(args, 'country')
}

/**
 * The code of the named country.
 *
 * @throws FiqError `USAGE` for an unknown name
 */
function countryIn(args: ParsedArguments): string {
  const text = phraseOf(args, 'country')
  const country = countryNamed(text)
  if (country) return country.alpha3
  const similar = countriesLike(text)
  throw new FiqError('USAGE', `There is no country ${JSON.stringify(text.slice(0, 60))}.`, {
    facts: [
      ...(similar.length === 0 ? [] : [`Did you mean ${similar.join(', ')}?`]),
      'Accepted: a name in English or an ISO 3166 code (Germany, DEU, DE), a group (EMU, WLD)',
    ],
  })
}

import { FiqError } from '@fiq/shared/errors'
import { countries } from '@fiq/shared/spelling/countries'
import { countryNamed } from '@fiq/shared/spelling/country-named'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import type { Given } from '../../command-line/declaration.ts'
import { optionOf, phraseOf } from '../../command-line/given.ts'
import { pointsTable } from '../../command-line/views/points-table.ts'
import type { ToolCommand } from './tool-command.ts'

/** What the commands about a country share. */
const ofCountry = {
  arguments: [
    { name: 'country', description: 'name or ISO code, e.g. Germany, DEU', variadic: true },
  ],
  fields: ['date', 'value', 'unit'],
  view: pointsTable,
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
        flags: '--type <type>',
        description: 'constant prices, current prices or a forecast',
        choices: ['real', 'nominal', 'forecast'],
        default: 'real',
      },
    ],
    examples: ['fiq gdp USA', 'fiq gdp Germany', 'fiq gdp DEU --type nominal --csv'],
    input: (given) => ({
      country: countryIn(given),
      type: optionOf(given, 'type'),
    }),
  },
  {
    name: 'inflation',
    tool: 'inflation',
    summary: 'Show the consumer price inflation of a country',
    ...ofCountry,
    examples: ['fiq inflation USA', 'fiq inflation JPN --ndjson'],
    input: (given) => ({ country: countryIn(given) }),
  },
  {
    name: 'rates',
    tool: 'interestRates',
    summary: 'Show the policy and interbank rates of a country',
    ...ofCountry,
    examples: ['fiq rates USA', 'fiq rates DEU --csv'],
    input: (given) => ({ country: countryIn(given) }),
  },
]

/**
 * The code of the country that is named.
 *
 * @throws FiqError `USAGE` for a name that no country has
 */
function countryIn(given: Given): string {
  const text = phraseOf(given, 'country')
  const country = countryNamed(text)
  if (country) return country.alpha3
  const names = countries().map(({ name }) => name)
  throw new FiqError('USAGE', `There is no country ${JSON.stringify(text.slice(0, 60))}.`, {
    facts: didYouMean(text, names),
  })
}

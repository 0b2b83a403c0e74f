import { type Country, countries, countryOf } from './countries.ts'
import { slipsBetween } from './did-you-mean.ts'

/**
 * Finds a country by code, by name, by an unambiguous beginning of a name, or by a common name
 * other than the official one.
 *
 * @example countryNamed('germany')?.alpha3 // 'DEU'; so are 'DE', 'deu' and 'Germa'
 */
export function countryNamed(text: string): Country | undefined {
  const code = countryOf(text)
  if (code !== undefined) return code
  const name = folded(text)
  if (name === '') return undefined
  const other = countryOf(otherNames.get(name) ?? '')
  if (other !== undefined) return other
  const all = countries().map((country) => ({ country, known: folded(country.name) }))
  const exact = all.find(({ known }) => known === name)
  if (exact) return exact.country
  const begun = name.length < prefixMin ? [] : all.filter(({ known }) => known.startsWith(name))
  return begun.length === 1 ? begun[0]!.country : undefined
}

const prefixMin = 4
const similarMax = 3

/**
 * Names of the countries that an unknown text may mean: those that contain all its words or their
 * beginnings, then those that differ in at most half of the letters, nearest first.
 *
 * @example countriesLike('united') // ['United Arab Emirates', 'United Kingdom', 'United States']
 */
export function countriesLike(text: string): readonly string[] {
  const name = folded(text)
  if (name === '') return []
  const words = name.split(' ')
  return countries()
    .map((country) => {
      const known = folded(country.name)
      const ofKnown = known.split(' ')
      const contains = words.every((word) => ofKnown.some((one) => one.startsWith(word)))
      const slips = contains ? 0 : slipsBetween(name, known)
      return { name: country.name, slips, isLike: slips <= name.length / 2 }
    })
    .filter(({ isLike }) => isLike)
    .sort((one, other) => one.slips - other.slips)
    .slice(0, similarMax)
    .map((country) => country.name)
}

/** Common names that the Unicode list does not contain, by code. */
const otherNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    uk: 'GBR',
    britain: 'GBR',
    'great britain': 'GBR',
    america: 'USA',
    us: 'USA',
    'united states of america': 'USA',
    korea: 'KOR',
    'republic of korea': 'KOR',
    turkey: 'TUR',
    'czech republic': 'CZE',
    'ivory coast': 'CIV',
    burma: 'MMR',
    holland: 'NLD',
    uae: 'ARE',
    eu: 'EUU',
    eurozone: 'EMU',
    'euro zone': 'EMU',
    macau: 'MAC',
    palestine: 'PSE',
    swaziland: 'SWZ',
    macedonia: 'MKD',
    'cape verde': 'CPV',
    'russian federation': 'RUS',
    'viet nam': 'VNM',
    oecd: 'OED',
    drc: 'COD',
  }),
)

/** Lower case without accents and punctuation, `&` as a word, without a leading article. */
function folded(text: string): string {
  return text
    .slice(0, 100)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
    .replace(/^the /, '')
}

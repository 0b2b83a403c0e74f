import type { ListedEntry } from './listed-entry.ts'
import { isoCountry } from './ofac-countries.ts'

/**
 * Countries by the beginning of a programme's name, as written by OFAC, the UN, the UK and the EU.
 */
const programmes: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:CUBA|CACR)/, ['CU']],
  [/^(?:IRAN|IFSR|IFCA|IRGC|HRIT-IR|CAATSA - IRAN)/, ['IR']],
  [/^(?:SYRIA|HRIT-SY)/, ['SY']],
  [/^(?:DPRK|NORTH KOREA|DEMOCRATIC PEOPLE)/, ['KP']],
  [/^(?:RUSSIA|CAATSA - RUSSIA|PEESA)/, ['RU']],
  [/^UKRAINE/, ['RU', 'UA']],
  [/^BELARUS/, ['BY']],
  [/^VENEZUELA/, ['VE']],
  [/^ZIMBABWE/, ['ZW']],
  [/^SOUTH SUDAN/, ['SS']],
  [/^(?:SUDAN|DARFUR)/, ['SD']],
  [/^(?:BURMA|MYANMAR)/, ['MM']],
  [/^LIBYA/, ['LY']],
  [/^LEBANON/, ['LB']],
  [/^IRAQ/, ['IQ']],
  [/^SOMALIA/, ['SO']],
  [/^YEMEN/, ['YE']],
  [/^(?:DRC|DRCONGO|DEMOCRATIC REPUBLIC OF THE CONGO)/, ['CD']],
  [/^(?:CAR$|CAR-|CENTRAL AFRICAN)/, ['CF']],
  [/^BURUNDI/, ['BI']],
  [/^NICARAGUA/, ['NI']],
  [/^MALI/, ['ML']],
  [/^HAITI/, ['HT']],
  [/^(?:TALIBAN|AFGHANISTAN)/, ['AF']],
  [/^HK-/, ['HK', 'CN']],
  [/^(?:NS-)?CMIC/, ['CN']],
  [/^ETHIOPIA/, ['ET']],
]

function countriesOfProgramme(programme: string): readonly string[] {
  const text = programme.trim().toUpperCase()
  const listed = programmes.find(([pattern]) => pattern.test(text))
  if (listed !== undefined) return listed[1]
  // The EU writes the three-letter code of the country.
  const code = text.length === 3 ? isoCountry(text) : undefined
  return code === undefined ? [] : [code]
}

/**
 * Countries that an entry is tied to: by address, nationality, citizenship, birthplace and flag,
 * and by the country of its programme.
 */
export function tiedCountries({ countries, programs }: ListedEntry): string[] {
  return [...new Set([...countries, ...programs.flatMap(countriesOfProgramme)])].sort()
}

const namedMax = 5

/**
 * A warning that names the matches that the country filter excluded, and the countries they are
 * tied to.
 */
export function exclusionWarning(
  country: string,
  excluded: readonly ListedEntry[],
): string | undefined {
  if (excluded.length === 0) return undefined
  const named = excluded.slice(0, namedMax).map((entry) => {
    const tied = tiedCountries(entry)
    return `${entry.name} (${tied.length > 0 ? tied.join(', ') : 'no country listed'})`
  })
  const rest = excluded.length > namedMax ? ` and ${excluded.length - namedMax} more` : ''
  return `country ${country} leaves out ${excluded.length} of the matches, which are not tied to it by address, nationality, birthplace, flag or programme: ${named.join('; ')}${rest}. Leave country out to see them.`
}

import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { foldText } from '../../names/fold-text.ts'
import type { Connector } from '../../sources/connector.ts'
import { defaultMinScore, strongScore } from '../../sources/sanctions/calibrated-score.ts'
import { listUpstreams, loadScreening } from '../../sources/sanctions/load-lists.ts'
import { isoCountry } from '../../sources/sanctions/ofac-countries.ts'
import { sanctionsMatch } from '../../sources/sanctions/sanctions-match.ts'
import {
  matchesMax,
  type ScreenMatch,
  screenName,
} from '../../sources/sanctions/screening-index.ts'
import { scriptWarning } from '../../sources/sanctions/script-warning.ts'
import { exclusionWarning, tiedCountries } from '../../sources/sanctions/tied-country.ts'

/** Maximum characters of a name. */
export const nameLengthMax = 256

type Args = { name: string; country?: string | null; minScore?: number | null }

/** Screens a name against the SDN list of OFAC, and the other available lists. */
export const sanctionsScreen: Connector = {
  area: 'sanctions-screen',
  category: 'regulatory',
  upstreams: listUpstreams,
  warm: loadScreening,
  sdl: /* GraphQL */ `
    extend type Query {
      """
      Entries of the SDN list, and of the other lists this server holds, that a name may be: best
      first, one match an entry, at most ${matchesMax}. Empty when none scores minScore or more.
      IMO, tail and registration numbers find their vessel, aircraft or company. Spelling, word order, scripts, legal forms, initials and common short names are allowed
      for. The lists screened are the sources of the answer; see sanctionsLists.
      """
      sanctionsScreen(
        "Name of a person, organisation, vessel or aircraft, 1 to ${nameLengthMax} characters."
        name: String!
        "ISO 3166 code, two or three letters: keeps entries tied to the country by address, nationality, citizenship, birthplace, flag or the country of their programme. A warning names the matches it leaves out."
        country: String
        "Least score of a match, 0 to 1, ${defaultMinScore} unless given. Matches of ${strongScore} and more are strong."
        minScore: Float
      ): [SanctionsMatch!]

      "The lists names are screened against here, and those that are not, with the reason. Free."
      sanctionsLists: [SanctionsList!]
    }

    "A sanctions list and whether names are screened against it."
    type SanctionsList {
      "Name, as in listName of a match."
      name: String!
      "Publisher."
      source: String!
      "Whether names are screened against it."
      isScreened: Boolean!
      "Parties on it."
      entries: Int!
      "The list's own time."
      asOf: String
      "Why it is not screened; null if it is."
      reason: String
    }

    "One matching entry of a sanctions list."
    type SanctionsMatch {
      "The listed name or alias that matched best, as published."
      matchedName: String!
      "0 to 1: the share of labelled pairs of names so alike that are one party. ${strongScore} and more is strong; exactly 1 for the same name after normalisation."
      score: Float!
      "List the entry is on: SDN, OFAC Consolidated, UN, UK, EU, or CSL with the agency's list."
      listName: String!
      "Sanctions programs, joined by a comma, e.g. SDGT, IFSR."
      program: String
      "Sanctions programs, e.g. CUBA."
      programs: [String!]!
      "Primary name of the entry, as published."
      entityName: String!
      "individual, entity, vessel or aircraft."
      type: String!
      "OFAC's number of the entry; null on other lists."
      sdnId: String
      "The list's own number of the entry."
      entryId: String!
      "ISO alpha-2 codes of addresses, nationalities, birthplaces and flag."
      countries: [String!]!
      "The list's remarks: dates and places of birth, documents, links."
      remarks: String
      "The IMO, tail or registration number by which the entry was found; null where its name matched."
      matchedIdentifier: String
    }
  `,
  fields: {
    'Query.sanctionsScreen': {
      rate: { credits: 2 },
      bounds: (args) => {
        readArgs(args as Args)
      },
      async check(args, context) {
        readArgs(args as Args)
        await loadScreening(context)
      },
      async resolve(_parent, args, context) {
        const { name, country, minScore } = readArgs(args as Args)
        const { value: screening, ...origin } = await loadScreening(context)
        const found = screenName(screening.index, name, defined({ minScore }))
        const isTied = ({ entry }: ScreenMatch) =>
          country === undefined || tiedCountries(entry).includes(country)
        const warnings = [
          scriptWarning(name),
          country &&
            exclusionWarning(
              country,
              found.filter((match) => !isTied(match)).map(({ entry }) => entry),
            ),
        ].filter((warning) => warning !== undefined)
        return { value: found.filter(isTied).map(sanctionsMatch), ...origin, warnings }
      },
    },
    'Query.sanctionsLists': {
      rate: { credits: 0 },
      async resolve(_parent, _args, context) {
        const { value, ...origin } = await loadScreening(context)
        return { value: value.lists, ...origin }
      },
    },
  },
}

/** @throws FiqError `BAD_INPUT` naming the argument. */
function readArgs({ name, country, minScore }: Args): {
  name: string
  country: string | undefined
  minScore: number | undefined
} {
  if (name.length > nameLengthMax) {
    throw new FiqError('BAD_INPUT', `name is longer than ${nameLengthMax} characters.`, {
      facts: [`Length: ${name.length}`],
    })
  }
  if (foldText(name) === '') {
    throw new FiqError('BAD_INPUT', 'name has no letter or digit to screen.')
  }
  if (typeof minScore === 'number' && !(minScore >= 0 && minScore <= 1)) {
    throw new FiqError('BAD_INPUT', 'minScore is not between 0 and 1.', {
      facts: [`Given: ${minScore}`],
      remedy: 'Use a share such as 0.5, or leave it out.',
    })
  }
  return { name, country: countryOf(country), minScore: minScore ?? undefined }
}

function countryOf(country: string | null | undefined): string | undefined {
  if (country === undefined || country === null) return undefined
  const code = isoCountry(country)
  if (code === undefined) {
    throw new FiqError('BAD_INPUT', 'country is not an ISO 3166 country code.', {
      facts: [`Given: ${JSON.stringify(country.slice(0, 32))}`],
      remedy: 'Use two or three letters, e.g. IR or IRN, or leave it out.',
    })
  }
  return code
}

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
      Screens a name against the SDN list and the other sanctions lists of this server. Returns the best
      match of each entry, best first, at most ${matchesMax}; empty if none has a score of minScore or
      more. The search tolerates differences of spelling, word order, script, legal form, initials and
      common short names. An IMO, tail or registration number finds its vessel, aircraft or company.
      extensions.sources has the lists that were screened; sanctionsLists describes them.
      """
      sanctionsScreen(
        "Name of a person, organisation, vessel or aircraft, 1 to ${nameLengthMax} characters."
        name: String!
        "ISO 3166 code of a country, two or three letters. Returns only entries tied to it by address, nationality, citizenship, birthplace, flag or sanctions program. A warning names the matches that it excludes."
        country: String
        "Minimum score of a match, 0 to 1. Default: ${defaultMinScore}. A score of ${strongScore} or more is a strong match."
        minScore: Float
      ): [SanctionsMatch!]

      "Sanctions lists that this server screens names against, and those that it does not, with the reason. Free."
      sanctionsLists: [SanctionsList!]
    }

    "A sanctions list and whether names are screened against it."
    type SanctionsList {
      "Name of the list, as in listName of a match."
      name: String!
      "Publisher of the list."
      source: String!
      "Whether this server screens names against the list."
      isScreened: Boolean!
      "Number of entries on the list."
      entries: Int!
      "Publication time of the list, ISO 8601. Null if unknown."
      asOf: String
      "Reason why the list is not screened. Null if it is screened."
      reason: String
    }

    "One entry of a sanctions list that matches the name. It does not replace compliance screening."
    type SanctionsMatch {
      "Listed name or alias that matched best, as published."
      matchedName: String!
      "Probability, 0 to 1, that the two names are one party, estimated from labelled pairs of names. ${strongScore} or more is strong. 1 only if the names are equal after normalisation."
      score: Float!
      "List with the entry: SDN, OFAC Consolidated, UN, UK, EU, or CSL with the list of the agency."
      listName: String!
      "Sanctions programs of the entry, separated by commas, e.g. SDGT, IFSR. Null if the list states none."
      program: String
      "Sanctions programs of the entry, one item each, e.g. CUBA."
      programs: [String!]!
      "Primary name of the entry, as published."
      entityName: String!
      "Type of the entry: individual, entity, vessel or aircraft."
      type: String!
      "Number of the entry at OFAC. Null for lists of other publishers."
      sdnId: String
      "Number of the entry on its list."
      entryId: String!
      "Countries of the addresses, nationalities, birthplaces and flag of the entry, as ISO 3166 codes of two letters."
      countries: [String!]!
      "Remarks of the list, e.g. dates and places of birth, documents, links. Null if there are none."
      remarks: String
      "IMO, tail or registration number that found the entry. Null if its name matched."
      matchedIdentifier: String
    }
  `,
  fields: {
    'Query.sanctionsScreen': {
      rate: { credits: 2 },
      rowsMax: matchesMax,
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
      rowsMax: listUpstreams.length,
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

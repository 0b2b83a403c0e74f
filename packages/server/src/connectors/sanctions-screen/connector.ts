import { FiqError } from '@fiq/shared/errors'
import { foldText } from '../../names/fold-text.ts'
import type { Connector } from '../connector.ts'
import { loadSdnList, ofac } from './ofac.ts'
import { isoCountry } from './ofac-countries.ts'
import { sanctionsMatch } from './sanctions-match.ts'
import { scoreThreshold } from './score-names.ts'
import { matchesMax, screenName } from './screening-index.ts'

/** Longest name screened, in characters. */
export const nameLengthMax = 256

type Args = { name: string; country?: string | null }

/** Screens a name against the SDN list of OFAC: entries, aliases, addresses, remarks. */
export const sanctionsScreen: Connector = {
  area: 'sanctions-screen',
  category: 'regulatory',
  upstreams: [ofac],
  warm: loadSdnList,
  sdl: /* GraphQL */ `
    extend type Query {
      """
      Entries of the SDN list a name may be, best first, one match an entry, at most ${matchesMax}. Empty when
      none scores ${scoreThreshold} or more. Spelling, word order, scripts, legal forms, initials
      and common short names are allowed for.
      """
      sanctionsScreen(
        "Name of a person, organisation, vessel or aircraft, 1 to ${nameLengthMax} characters."
        name: String!
        "ISO 3166 code, two or three letters: keeps entries tied to the country by address, nationality, citizenship, birthplace or flag. Entries without any country are left out."
        country: String
      ): [SanctionsMatch!]
    }

    "One entry of a sanctions list that a name may be."
    type SanctionsMatch {
      "The listed name or alias that matched best, as published."
      matchedName: String!
      "0 to 1: how surely the names are one; exactly 1 for the same name after normalisation."
      score: Float!
      "List the entry is on: SDN."
      listName: String!
      "Sanctions programs, joined by a comma, e.g. SDGT, IFSR."
      program: String
      "Sanctions programs, e.g. CUBA."
      programs: [String!]!
      "Primary name of the entry, as published."
      entityName: String!
      "individual, entity, vessel or aircraft."
      type: String!
      "OFAC's number of the entry."
      sdnId: String!
      "ISO alpha-2 codes of addresses, nationalities, birthplaces and flag."
      countries: [String!]!
      "OFAC's remarks: dates and places of birth, documents, links."
      remarks: String
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
        await loadSdnList(context)
      },
      async resolve(_parent, args, context) {
        const { name, country } = readArgs(args as Args)
        const { value: index, provenance } = await loadSdnList(context)
        const matches = screenName(index, name, country === undefined ? {} : { country })
        return { value: matches.map(sanctionsMatch), provenance }
      },
    },
  },
}

/** @throws FiqError `BAD_INPUT` naming the argument. */
function readArgs({ name, country }: Args): { name: string; country?: string } {
  if (name.length > nameLengthMax) {
    throw new FiqError('BAD_INPUT', `name is longer than ${nameLengthMax} characters.`, {
      facts: [`Length: ${name.length}`],
    })
  }
  if (foldText(name) === '') {
    throw new FiqError('BAD_INPUT', 'name has no letter or digit to screen.')
  }
  if (country === undefined || country === null) return { name }
  const code = isoCountry(country)
  if (code === undefined) {
    throw new FiqError('BAD_INPUT', 'country is not an ISO 3166 country code.', {
      facts: [`Given: ${JSON.stringify(country.slice(0, 32))}`],
      remedy: 'Give two or three letters, e.g. IR or IRN, or leave it out.',
    })
  }
  return { name, country: code }
}

import type { ListedEntry } from '../../packages/server/src/sources/sanctions/listed-entry.ts'
import {
  buildScreeningIndex,
  type ScreeningIndex,
  screenName,
} from '../../packages/server/src/sources/sanctions/screening-index.ts'
import { legalForms } from './legal-forms.ts'
import { namesInOwnScript, type OwnScript } from './names-in-own-script.ts'
import { namesakesIn } from './namesakes.ts'
import { typosOf } from './typos.ts'
import { type Script, unlistedPeople, unlistedScripts } from './unlisted-people.ts'

/** The number of correct cases of one kind. */
export type ScreeningTally = {
  kind: string
  cases: number
  right: number
  goal: number
  wrong: string[]
}

type Case = { query: string; entry: ListedEntry }

const otherScript = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u
const latinLetter = /\p{Script=Latin}/u
const persianOnly = /[پچژگکی]/
const wrongShown = 200

/**
 * Screens names in the scripts in which people write them: originals of the UN's list against its
 * Latin names, public people of China, Taiwan and the Koreas against the spelling of reference works, and
 * unlisted people.
 *
 * @param sample - Maximum number of cases of each kind.
 */
export async function measureScripts(
  lists: readonly ListedEntry[],
  sample = 2_000,
): Promise<ScreeningTally[]> {
  const originals: Case[] = []
  const latin = lists.map((entry) => {
    const latinOnly = {
      ...entry,
      aliases: entry.aliases.filter((alias) => !otherScript.test(alias)),
    }
    if (entry.type === 'individual' && !otherScript.test(entry.name)) {
      for (const query of entry.aliases) {
        if (otherScript.test(query) && !latinLetter.test(query))
          originals.push({ query, entry: latinOnly })
      }
    }
    return latinOnly
  })
  const reference = (['hangul', 'han', 'taiwan'] as const).map((script) => casesOf(script))
  const all = [...latin, ...reference.flat().map(({ entry }) => entry)]
  const index = await buildScreeningIndex(all)
  const script = (query: string): Script =>
    /\p{Script=Cyrillic}/u.test(query) ? 'cyrillic' : persianOnly.test(query) ? 'persian' : 'arabic'
  const recall = (name: string, cases: readonly Case[]) =>
    tally(`recall: ${name}`, sampled(cases, sample), 0.9, ({ query, entry }) =>
      isFound(index, query, entry),
    )
  const of = (name: Script) => originals.filter(({ query }) => script(query) === name)
  const unlisted = await buildScreeningIndex(latin)
  const isMatched = ({ query }: Pick<Case, 'query'>) => screenName(unlisted, query).length > 0
  const namesake = namesakesIn(unlisted.names)
  const invented = (name: Script, count: number) =>
    unlistedPeople(name, count).map((query) => ({ query, as: namesake(query) }))
  const namesakes = unlistedScripts.flatMap((each) => invented(each, 2_000))
  return [
    recall('Arabic', of('arabic')),
    recall('Persian and Urdu', of('persian')),
    recall('Cyrillic', of('cyrillic')),
    recall('Hangul', reference[0]!),
    recall('Hangul, spaced', reference[0]!.map(spaced)),
    recall('Han', reference[1]!),
    recall('Han, spaced', reference[1]!.map(spaced)),
    recall('Han of Taiwan, held out', reference[2]!),
    tally(
      'match: invented people with a listed name',
      namesakes.filter(({ as }) => as === 'same'),
      0.9,
      isMatched,
    ),
    ...unlistedScripts.map((each) =>
      tally(
        `no match: unlisted, ${each}`,
        invented(each, sample).filter(({ as }) => as === undefined),
        0.995,
        (one) => !isMatched(one),
      ),
    ),
  ]
}

function casesOf(script: OwnScript): Case[] {
  return namesInOwnScript(script).map(({ native, latin }) => ({
    query: native,
    entry: {
      id: native,
      listName: 'reference',
      name: latin,
      type: 'individual',
      programs: [],
      aliases: [],
      countries: [],
      remarks: null,
    },
  }))
}

const spaced = ({ query, entry }: Case): Case => ({
  query: `${query.slice(0, 1)} ${query.slice(1)}`,
  entry,
})

const sampleSize = 1_500

/** Screens listed names that are cut, abbreviated or misspelt. */
export function measureVariants(index: ScreeningIndex, sample = sampleSize): ScreeningTally[] {
  return variants.map(({ kind, goal, of }) => {
    const cases: Case[] = []
    for (const { text, entry } of index.names) {
      if (otherScript.test(text)) continue
      const query = of(text, entry, cases.length)
      if (query !== undefined) cases.push({ query, entry })
    }
    return tally(kind, sampled(cases, sample), goal, ({ query, entry }) =>
      isFound(index, query, entry),
    )
  })
}

/** This many cases, evenly spread. */
function sampled(cases: readonly Case[], sample: number): Case[] {
  const step = Math.max(1, cases.length / sample)
  return Array.from(
    { length: Math.min(sample, cases.length) },
    (_, at) => cases[Math.floor(at * step)]!,
  )
}

type Variant = {
  kind: string
  goal: number
  /** The variant of a listed name, if it has one. */
  of(name: string, entry: ListedEntry, at: number): string | undefined
}

/** Surnames and given names from `SURNAMES, Given names`. */
function splitPerson(name: string, { type }: ListedEntry) {
  if (type !== 'individual') return undefined
  const [last, first, ...rest] = name.split(',').map((part) => part.trim())
  if (!last || !first || rest.length > 0) return undefined
  return { surnames: last.split(/\s+/), given: first.split(/\s+/) }
}

const variants: readonly Variant[] = [
  {
    kind: 'first and last of more given names',
    goal: 0.9,
    of(name, entry) {
      const parts = splitPerson(name, entry)
      if (parts === undefined || parts.given.length < 2) return undefined
      return `${parts.given[0]} ${parts.surnames.join(' ')}`
    },
  },
  {
    kind: 'a given name and the first of two surnames',
    goal: 0.8,
    of(name, entry) {
      const parts = splitPerson(name, entry)
      if (
        parts?.surnames.length !== 2 ||
        /^(?:al|el|de|bin|abu|von|van|la)$/i.test(parts.surnames[0]!)
      )
        return undefined
      return `${parts.given[0]} ${parts.surnames[0]}`
    },
  },
  {
    kind: 'initial of the first name',
    goal: 0.9,
    of(name, entry) {
      const parts = splitPerson(name, entry)
      if (parts === undefined || parts.given.length > 2) return undefined
      return `${parts.given.map((given) => `${given[0]}.`).join(' ')} ${parts.surnames.join(' ')}`
    },
  },
  {
    kind: 'initials of the middle names',
    goal: 0.9,
    of(name, entry) {
      const parts = splitPerson(name, entry)
      if (parts === undefined || parts.given.length < 2) return undefined
      const [first, ...middle] = parts.given
      return `${first} ${middle.map((given) => `${given[0]}.`).join(' ')} ${parts.surnames.join(' ')}`
    },
  },
  {
    kind: 'other legal form or ordinal',
    goal: 0.95,
    of(name, { type }) {
      if (type !== 'entity') return undefined
      const form = legalForms.find(([pattern]) => pattern.test(name))
      return form && name.replace(form[0], form[1])
    },
  },
  {
    kind: 'two typos',
    goal: 0.92,
    of: (name, _entry, at) =>
      name.length < 8 ? undefined : typosOf(typosOf(name, 77 + at), 3_077 + at),
  },
]

/** Every variant of a listed name. */
export function variantsOf(name: string, entry: ListedEntry, at: number): string[] {
  if (otherScript.test(name)) return []
  return variants.flatMap(({ of }) => of(name, entry, at) ?? [])
}

function isFound(index: ScreeningIndex, query: string, entry: ListedEntry): boolean {
  return screenName(index, query).some((match) => match.entry === entry)
}

function tally<one extends { query: string }>(
  kind: string,
  cases: readonly one[],
  goal: number,
  isRight: (one: one) => boolean,
): ScreeningTally {
  const wrong = cases.filter((one) => !isRight(one))
  return {
    kind,
    cases: cases.length,
    right: cases.length - wrong.length,
    goal,
    wrong: wrong.slice(0, wrongShown).map(({ query }) => query),
  }
}

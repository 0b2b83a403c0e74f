import { editCost } from '../../names/edit-cost.ts'
import { foldText, joinLetters } from '../../names/fold-text.ts'
import { findForms } from '../../names/organisation-forms.ts'
import { buildTrigramIndex, type TrigramIndex, trigramsOf } from '../../names/trigram-index.ts'
import { inTurns } from '../../scheduling/in-turns.ts'
import type { DirectoryEntity, EntityDirectory, EntityType } from './entity-directory.ts'

/** One match. `confidence` is 0 to 1: 1 for the exact ticker or name. */
export type EntityHit = { entity: DirectoryEntity; confidence: number }

export type EntitySearch = {
  /** Entities similar to the query, best first, at most `limit`. */
  search(query: string, options: { type?: EntityType; limit: number }): EntityHit[]
}

/** A searchable name as normalised by its pool, with and without spaces. */
type Spelling = { id: number; text: string; joined: string }

/** Entities that share an index, and the normalisation of their names and of queries. */
type Pool = Manner & { spellings: Spelling[]; trigrams: TrigramIndex }
type Manner = {
  plain: (name: string) => string
  features: (read: ReadQuery) => string[]
  /** Minimum number of nearest names that are scored. */
  candidatesMin: number
}

/** Weights of the parts of a score. Their sum is 1. */
const shares = { overlap: 0.44, beginning: 0.32, word: 0.12, size: 0.12 }
const confidenceMin = 0.3

/** Indexes every name of the directory once, in turns. */
export async function buildEntitySearch({
  entities,
  findTicker,
  findFiler,
}: EntityDirectory): Promise<EntitySearch> {
  const pool = async (
    manner: Manner,
    matches: (entity: DirectoryEntity) => boolean,
  ): Promise<Pool> => {
    const spellings: Spelling[] = []
    for await (const [id, entity] of inTurns(entities.entries()))
      if (matches(entity)) spellings.push(...spellingsOf(entity, id, manner.plain))
    const trigrams = await buildTrigramIndex(eachFeatures(spellings, manner))
    return { ...manner, spellings, trigrams }
  }
  // Funds outnumber companies and have similar names. In a common pool they would displace
  // companies.
  const everything = [
    await pool(ofCompanies, (entity) => !isFund(entity)),
    await pool(ofFunds, isFund),
  ]
  const small = {
    CRYPTO: [await pool(ofCompanies, ({ type }) => type === 'CRYPTO')],
    INDEX: [await pool(ofCompanies, ({ type }) => type === 'INDEX')],
  }
  const companies = entities.filter(({ cik }) => cik !== undefined).length
  const sizes = entities.map(({ type }, rank) =>
    type === 'EQUITY' ? Math.max(0, 1 - Math.log(1 + rank) / Math.log(1 + companies)) : 0.6,
  )

  function search(query: string, { type, limit }: { type?: EntityType; limit: number }) {
    const best = new Map<number, number>()
    const pools = type === 'CRYPTO' || type === 'INDEX' ? small[type] : everything
    for (const { plain, features, candidatesMin, spellings, trigrams } of pools) {
      const count = Math.max(candidatesMin, 2 * limit)
      const readQuery = spelled(plain(query))
      for (const { id: at, overlap } of trigrams.nearest(features(readQuery), count, 0.35)) {
        const spelling = spellings[at]!
        if (type !== undefined && entities[spelling.id]!.type !== type) continue
        const score = scoreOf(readQuery, spelling, overlap, sizes[spelling.id]!)
        if (score > (best.get(spelling.id) ?? confidenceMin)) best.set(spelling.id, score)
      }
    }
    const hits = [...best]
      .map(([id, confidence]) => ({ entity: entities[id]!, confidence }))
      .sort((one, other) => other.confidence - one.confidence)
    return withExact(hits, query, type).slice(0, limit)
  }

  function withExact(hits: EntityHit[], query: string, type: EntityType | undefined) {
    const exact = findTicker(query) ?? findFiler(query)
    if (exact === undefined || (type !== undefined && exact.type !== type)) return hits
    const { ticker: _, ...entity } = exact
    return [{ entity, confidence: 1 }, ...hits.filter((hit) => hit.entity.id !== exact.id)]
  }

  return { search }
}

/** Yields the features of one spelling at a time, because all together take many megabytes. */
function* eachFeatures(spellings: readonly Spelling[], { features }: Manner): Generator<string[]> {
  for (const spelling of spellings) yield features(spelling)
}

/** Whether it is a fund that is not a company. */
const isFund = ({ type, cik }: DirectoryEntity) => type === 'EQUITY' && cik === undefined

function spellingsOf(entity: DirectoryEntity, id: number, plain: Manner['plain']): Spelling[] {
  const texts = new Set([entity.name, ...entity.otherNames].map(plain))
  return [...texts].map((text) => ({ id, ...spelled(text) }))
}

type ReadQuery = { text: string; joined: string }

function spelled(text: string): ReadQuery {
  return { text, joined: text.replaceAll(' ', '') }
}

function featuresOf({ text, joined }: ReadQuery): string[] {
  return text === joined ? trigramsOf(text) : [...trigramsOf(text), ...trigramsOf(joined)]
}

/**
 * A company name without its legal form: `Apple Inc.` becomes `apple`, `BANK OF AMERICA CORP /DE/`
 * becomes `bank of america`.
 */
function plainName(name: string): string {
  const words = joinLetters(foldText(name.replace(/[\\/][A-Z]{2,3}[\\/]?\s*$/, '')).split(' '))
  const dropped = new Set<number>()
  for (const { start, length } of findForms(words)) {
    if (start === 0) continue
    for (let at = start; at < start + length; at++) dropped.add(at)
  }
  return words.filter((word, at) => !dropped.has(at) && word !== 'the' && word !== 'com').join(' ')
}

/**
 * A fund name without the words that nearly all fund names contain: `Vanguard 500 Index Fund
 * Admiral Shares` becomes `vanguard 500 index admiral`.
 */
function plainFundName(name: string): string {
  const words = foldText(name).split(' ')
  return words.filter((word) => !/^(?:funds?|class|shares?|the)$/.test(word)).join(' ')
}

const ofCompanies: Manner = { plain: plainName, features: featuresOf, candidatesMin: 48 }
const ofFunds: Manner = {
  plain: plainFundName,
  features: ({ text }) => trigramsOf(text),
  candidatesMin: 16,
}

function scoreOf(query: ReadQuery, spelling: Spelling, overlap: number, size: number): number {
  const sized = shares.size * size
  if (query.joined === spelling.joined) return Math.min(0.999, 0.97 + sized / 4)
  const { length } = query.joined
  const start = spelling.joined.slice(0, length)
  const beginning = Math.max(0, 1 - (1.4 * editCost(query.joined, start)) / Math.max(3, length))
  const isWord = ` ${spelling.text} `.includes(` ${query.text} `) ? 1 : 0
  return (
    shares.overlap * Math.min(1, overlap) +
    shares.beginning * beginning +
    shares.word * isWord +
    sized
  )
}

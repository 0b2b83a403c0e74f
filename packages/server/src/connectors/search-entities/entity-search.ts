import { editCost } from '../../names/edit-cost.ts'
import { foldText, joinLetters } from '../../names/fold-text.ts'
import { findForms } from '../../names/organisation-forms.ts'
import { buildTrigramIndex, trigramsOf } from '../../names/trigram-index.ts'
import type { DirectoryEntity, EntityDirectory, EntityType } from './entity-directory.ts'

/** One hit. `confidence` is 0 to 1: 1 for the exact ticker or name. */
export type EntityHit = { entity: DirectoryEntity; confidence: number }

export type EntitySearch = {
  /** Entities the query may mean, best first; `limit` at most. Empty when nothing is alike. */
  search(query: string, options: { type?: EntityType; limit: number }): EntityHit[]
}

/** A searchable name: folded, legal forms left off, with and without spaces. */
type Spelling = { id: number; text: string; joined: string }

/** How the parts of a score weigh; they add up to 1. */
const shares = { overlap: 0.44, beginning: 0.32, word: 0.12, size: 0.12 }
const candidatesMax = 48
const confidenceMin = 0.3

/** Indexes every name of the directory once. */
export function buildEntitySearch({ entities, findTicker }: EntityDirectory): EntitySearch {
  const spellings = entities.flatMap((entity, id) =>
    [...new Set([entity.name, ...entity.otherNames].map(plainName))].map((text) => ({
      id,
      text,
      joined: text.replaceAll(' ', ''),
    })),
  )
  const everything = indexOf(spellings)
  const small = {
    CRYPTO: indexOf(spellings.filter(({ id }) => entities[id]!.type === 'CRYPTO')),
    INDEX: indexOf(spellings.filter(({ id }) => entities[id]!.type === 'INDEX')),
  }
  const sizes = entities.map((_, rank) => 1 - Math.log(1 + rank) / Math.log(1 + entities.length))

  function search(query: string, { type, limit }: { type?: EntityType; limit: number }) {
    const best = new Map<number, number>()
    const { spellings: pool, trigrams } =
      type === 'CRYPTO' || type === 'INDEX' ? small[type] : everything
    const asked = spelledQuery(query)
    const wanted = Math.max(candidatesMax, 2 * limit)
    for (const { id: at, overlap } of trigrams.nearest(featuresOf(asked), wanted, 0.35)) {
      const spelling = pool[at]!
      const entity = entities[spelling.id]!
      if (type !== undefined && entity.type !== type) continue
      const size = entity.type === 'EQUITY' ? sizes[spelling.id]! : 0.6
      const score = scoreOf(asked, spelling, overlap, size)
      if (score > (best.get(spelling.id) ?? confidenceMin)) best.set(spelling.id, score)
    }
    const hits = [...best]
      .map(([id, confidence]) => ({ entity: entities[id]!, confidence }))
      .sort((one, other) => other.confidence - one.confidence)
    return withExactTicker(hits, query, type).slice(0, limit)
  }

  function withExactTicker(hits: EntityHit[], query: string, type: EntityType | undefined) {
    const exact = findTicker(query)
    if (exact === undefined || (type !== undefined && exact.type !== type)) return hits
    const { ticker: _, ...entity } = exact
    return [{ entity, confidence: 1 }, ...hits.filter((hit) => hit.entity.id !== exact.id)]
  }

  return { search }
}

function indexOf(spellings: readonly Spelling[]) {
  return { spellings, trigrams: buildTrigramIndex(spellings.map(featuresOf)) }
}

type Asked = { text: string; joined: string }

function spelledQuery(query: string): Asked {
  const text = plainName(query)
  return { text, joined: text.replaceAll(' ', '') }
}

function featuresOf({ text, joined }: Asked): string[] {
  return text === joined ? trigramsOf(text) : [...trigramsOf(text), ...trigramsOf(joined)]
}

/** `Apple Inc.` is `apple`, `BANK OF AMERICA CORP /DE/` is `bank of america`. */
function plainName(name: string): string {
  const words = joinLetters(foldText(name.replace(/[\\/][A-Z]{2,3}[\\/]?\s*$/, '')).split(' '))
  const dropped = new Set<number>()
  for (const { start, length } of findForms(words)) {
    if (start === 0) continue
    for (let at = start; at < start + length; at++) dropped.add(at)
  }
  return words.filter((word, at) => !dropped.has(at) && word !== 'the' && word !== 'com').join(' ')
}

function scoreOf(asked: Asked, spelling: Spelling, overlap: number, size: number): number {
  const sized = shares.size * size
  if (asked.joined === spelling.joined) return Math.min(0.999, 0.97 + sized / 4)
  const { length } = asked.joined
  const start = spelling.joined.slice(0, length)
  const beginning = Math.max(0, 1 - (1.4 * editCost(asked.joined, start)) / Math.max(3, length))
  const isWord = ` ${spelling.text} `.includes(` ${asked.text} `) ? 1 : 0
  return (
    shares.overlap * Math.min(1, overlap) +
    shares.beginning * beginning +
    shares.word * isWord +
    sized
  )
}

import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import type { ConnectorContext, Sourced, Upstream } from '../../sources/connector.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import { usableRows } from '../../sources/usable-rows.ts'
import type { Article, NewsQuery } from './article.ts'

export const gdelt: Upstream = {
  id: 'gdelt',
  name: 'GDELT Project, DOC 2.0',
  hosts: ['api.gdeltproject.org'],
  url: 'https://www.gdeltproject.org',
  licence: {
    class: 'attribution',
    text: 'GDELT terms, attribution; articles stay with publishers',
  },
  delay: '15 minutes; three months back',
}

const recordsMax = 250

/**
 * Articles of the world's online news that contain a phrase.
 *
 * @throws FiqError `NOT_FOUND` if there is none, `UPSTREAM_…`
 */
export async function loadFromGdelt(
  { text, filter }: NewsQuery,
  context: ConnectorContext,
): Promise<Sourced<readonly Article[]>> {
  const url = new URL('https://api.gdeltproject.org/api/v2/doc/doc')
  const phrase = phraseOf(text)
  const language = languageName(filter.language)
  const parameters = {
    query: language ? `${phrase} sourcelang:${language}` : phrase,
    mode: 'artlist',
    format: 'json',
    maxrecords: String(recordsMax),
    sort: filter.sort === 'ASC' ? 'dateasc' : 'datedesc',
    ...defined({
      startdatetime: filter.since ? stamp(filter.since, '000000') : undefined,
      enddatetime: filter.until ? stamp(filter.until, '235959') : undefined,
    }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const { body, answer } = await context.json(url, answerSchema, { noticeOf })
  // GDELT returns an object without `articles` if there are none.
  if (!('articles' in body))
    throw new FiqError('NOT_FOUND', 'GDELT has no article with these words.')
  const value = body.articles.flatMap(articleOf)
  const asOf = value[0]?.date ?? answer.asOf
  return { value, provenance: [provenanceOf(gdelt, answer, { asOf })] }
}

/**
 * The search text. GDELT refuses a quoted phrase of up to four letters, such as "Visa" and "3M". A
 * single word needs no quotation marks; a word of up to two letters is searched together with
 * `company`.
 */
function phraseOf(text: string): string {
  const words = text.replace(/[^\p{L}\p{N}&'’.-]+/gu, ' ').trim()
  const letters = words.replace(/[^\p{L}\p{N}]/gu, '').length
  if (letters > 4) return `"${words}"`
  return letters > 2 && !/[^\p{L}\p{N}]/u.test(words) ? words : `"${words} company"`
}

/** Recognises GDELT's refusals, which are plain text with status 200. */
function noticeOf(text: string): FiqError | undefined {
  if (/limit requests/i.test(text))
    return new FiqError(
      'UPSTREAM_RATE_LIMITED',
      `${gdelt.hosts[0]} limits the requests of this server.`,
    )
  if (/too (?:short|common|long)/i.test(text))
    return new FiqError('NOT_FOUND', 'GDELT does not search for a phrase of this length.')
  return undefined
}

const foundSchema = z.object({
  url: z.string().refine((url) => /^https?:\/\//.test(url) && URL.canParse(url)),
  title: z.string(),
  seendate: z.string().regex(/^\d{8}T\d{6}Z$/),
  domain: z.string(),
  language: z.string().optional(),
})
const answerSchema = z.union([z.object({ articles: usableRows(foundSchema) }), z.strictObject({})])
type Found = z.output<typeof foundSchema>

function articleOf({ url, title, seendate, domain, language }: Found): Article[] {
  if (title.trim() === '') return []
  const date = seendate.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z')
  // Titles have spaces before the punctuation.
  const plain = title.replace(/(?<!\s)\s+([,.:;?!%'’])/g, '$1').trim()
  return [{ title: plain, date, source: domain, url, language: languageCode(language) }]
}

/** Formats `2026-11-18T12:30:00Z` as `20261118123000`. `clock` is the time of a day without one. */
function stamp(time: string, clock: string): string {
  const digits = (time.includes('T') ? new Date(time).toISOString() : time).replace(/\D/g, '')
  return `${digits.slice(0, 8)}${digits.length >= 14 ? digits.slice(8, 14) : clock}`
}

const codes = 'en de fr es it pt nl ru zh ja ko ar hi tr pl uk sv no da fi el he cs hu ro id vi th'
const names = new Intl.DisplayNames(['en'], { type: 'language' })
const byCode = new Map(codes.split(' ').map((code) => [code, names.of(code)!.toLowerCase()]))

function languageName(code: string | null | undefined): string | undefined {
  return code ? byCode.get(code.toLowerCase()) : undefined
}

function languageCode(name: string | undefined): string | null {
  const found = [...byCode].find(([, known]) => known === name?.toLowerCase())
  return found?.[0] ?? null
}

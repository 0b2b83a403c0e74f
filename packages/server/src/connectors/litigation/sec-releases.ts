import { FiqError } from '@fiq/shared/errors'
import { newYorkDay } from '../../market-clock/new-york-time.ts'
import { foldText } from '../../names/fold-text.ts'
import type { ConnectorContext, Sourced, Upstream } from '../../sources/connector.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import { feedItems } from '../../upstreams/feed.ts'
import { secLicence } from '../../upstreams/sec.ts'
import { textAt } from '../../upstreams/xml.ts'
import type { LitigationCase } from './litigation-case.ts'

export const secReleases: Upstream = {
  id: 'sec-litigation-releases',
  name: 'SEC litigation releases',
  hosts: ['www.sec.gov'],
  url: 'https://www.sec.gov/enforcement-litigation/litigation-releases',
  licence: { class: 'public', text: secLicence },
  delay: 'as published; the feed holds the newest',
}

/** Addresses of the feed. The newest is tried first. */
const urls = [
  new URL('https://www.sec.gov/enforcement-litigation/litigation-releases/rss'),
  new URL('https://www.sec.gov/rss/litigation/litreleases.xml'),
]

/**
 * Releases that name the company: all words of its name, consecutively, in the title or
 * description.
 *
 * @throws FiqError `UPSTREAM_…`
 */
export async function loadReleases(
  company: string,
  context: ConnectorContext,
): Promise<Sourced<readonly LitigationCase[]>> {
  const { answer, items } = await loadFeed(context)
  const name = ` ${foldText(company)} `
  const value = items
    .filter(({ title, element }) =>
      ` ${foldText(`${title} ${textAt(element, 'description') ?? ''}`)} `.includes(name),
    )
    .map(({ title, url: link, publishedAt, element }) => ({
      caseName: title,
      court: null,
      dateFiled: publishedAt === null ? null : newYorkDay(publishedAt),
      dateTerminated: null,
      docketNumber: releaseNumber(textAt(element, 'creator')) ?? releaseNumber(link),
      cause: 'SEC enforcement',
      parties: [],
      url: link,
      source: 'SEC',
    }))
  const asOf = items[0]?.publishedAt ?? answer.asOf
  return { value, provenance: [provenanceOf(secReleases, answer, { asOf })] }
}

/** The feed at the first address that has one; if none has, throws the first error. */
async function loadFeed(context: ConnectorContext) {
  const errors: FiqError[] = []
  for (const url of urls)
    try {
      const { body, answer } = await context.text({ url, expects: 'xml' })
      return { answer, items: feedItems(body, url) }
    } catch (error) {
      if (!(error instanceof FiqError && moved.has(error.code))) throw error
      errors.push(error)
    }
  throw errors[0]
}

const moved = new Set(['NOT_FOUND', 'UPSTREAM_CHANGED'])

/**
 * The number of a release, such as `LR-26040`: the creator in the feed, where the SEC sometimes
 * omits the dash, or part of an older address, in lower case.
 */
function releaseNumber(text: string | null): string | null {
  const digits = /\bLR[-\s]?(\d+)/i.exec(text ?? '')?.[1]
  return digits === undefined ? null : `LR-${digits}`
}

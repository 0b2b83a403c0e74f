import { z } from 'zod'
import { plainCompanyName } from '../../names/company-name.ts'
import type { ArrayFilter } from '../../sources/array-filter.ts'
import type { Connector, ConnectorContext, Upstream } from '../../sources/connector.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { listField } from '../../sources/list-field.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import { usableRows } from '../../sources/usable-rows.ts'
import { instantText } from '../../upstreams/instant-text.ts'

const hackerNews: Upstream = {
  id: 'hacker-news',
  name: 'Hacker News, search by Algolia',
  hosts: ['hn.algolia.com'],
  url: 'https://hn.algolia.com',
  licence: { class: 'attribution', text: 'Posts stay with their authors; title and address cited' },
  delay: 'minutes',
}

/** Stories and comments on Hacker News that name the entity. */
export const discussions: Connector = {
  area: 'discussions',
  category: 'market',
  upstreams: [hackerNews],
  sdl: /* GraphQL */ `
    extend type Entity {
      "Stories and comments on Hacker News that contain the entity's trade name, newest first."
      discussions(filter: ArrayFilterInput): [Discussion!]
    }

    "A story on Hacker News, or a comment on a story. The row has its URL and not its text."
    type Discussion {
      "Title of the story; for a comment, of the story that it is about."
      title: String!
      "Time of the story or comment, ISO 8601."
      date: String!
      "Kind of the row: story or comment."
      kind: String!
      "Source of the row: Hacker News."
      source: String!
      "URL of the story or comment on Hacker News."
      url: String!
      "Points of a story. Null for comments."
      points: Int
      "Number of comments on a story. Null for comments."
      comments: Int
    }
  `,
  fields: {
    'Entity.discussions': listField({
      credits: 1,
      load: (parent, _args, filter, context) =>
        loadPosts(plainCompanyName((parent as EntityRecord).name), filter, context),
      dateOf: ({ date }) => date,
    }),
  },
}

const hitsMax = 1_000

/**
 * Loads stories and comments. The source sorts newest first only, so ASC starts at the oldest of
 * the newest 1,000.
 */
async function loadPosts(name: string, filter: ArrayFilter, context: ConnectorContext) {
  const url = new URL('https://hn.algolia.com/api/v1/search_by_date')
  const count = filter.sort === 'ASC' ? hitsMax : Math.min(filter.offset + filter.limit, hitsMax)
  const bounds = [
    ...(filter.since ? [`created_at_i>=${seconds(filter.since)}`] : []),
    ...(filter.until
      ? [`created_at_i<=${seconds(filter.until) + untilSeconds(filter.until)}`]
      : []),
  ]
  url.searchParams.set('query', `"${name.replaceAll('"', ' ')}"`)
  url.searchParams.set('tags', '(story,comment)')
  url.searchParams.set('hitsPerPage', String(count))
  if (bounds.length > 0) url.searchParams.set('numericFilters', bounds.join(','))
  const { body, answer } = await context.json(url, hitsSchema)
  const value = body.hits.map(postOf)
  const asOf = value[0]?.date ?? answer.asOf
  return { value, provenance: [provenanceOf(hackerNews, answer, { asOf })] }
}

const seconds = (time: string) => Math.floor(Date.parse(time) / 1_000)
/** End of a filter in Unix seconds. A day without a time ends at 23:59:59. */
const untilSeconds = (time: string) => (time.includes('T') ? 0 : 86_399)

const hitSchema = z
  .object({
    objectID: z.string().regex(/^\d{1,12}$/),
    title: z.string().nullish(),
    story_title: z.string().nullish(),
    created_at: z.iso.datetime(),
    points: z.number().int().nullish(),
    num_comments: z.number().int().nullish(),
  })
  .transform(({ title, story_title, ...hit }, context) => {
    const shown = title || story_title
    if (!shown) context.addIssue('no title')
    return { ...hit, title: shown ?? '', isStory: Boolean(title) }
  })
const hitsSchema = z.object({ hits: usableRows(hitSchema) })

function postOf(hit: z.output<typeof hitSchema>) {
  return {
    title: hit.title,
    date: instantText(Date.parse(hit.created_at)),
    kind: hit.isStory ? 'story' : 'comment',
    source: 'Hacker News',
    url: `https://news.ycombinator.com/item?id=${hit.objectID}`,
    points: hit.points ?? null,
    comments: hit.num_comments ?? null,
  }
}

import { z } from 'zod'
import { plainCompanyName } from '../../names/company-name.ts'
import { foldText } from '../../names/fold-text.ts'
import type { Connector, ConnectorContext, Upstream } from '../../sources/connector.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { listField } from '../../sources/list-field.ts'
import { provenanceOf, refuseWhenOff } from '../../sources/sourced.ts'
import { usableRows } from '../../sources/usable-rows.ts'
import { instantText } from '../../upstreams/instant-text.ts'

const reddit: Upstream = {
  id: 'reddit',
  name: 'Reddit',
  hosts: ['oauth.reddit.com', 'www.reddit.com'],
  url: 'https://www.reddit.com',
  licence: {
    class: 'restricted',
    text: 'Reddit Data API terms: commercial use needs an agreement',
  },
  delay: 'seconds',
  key: 'REDDIT_CLIENT_SECRET',
  isOnlyOne: true,
}

/** Forums about shares. */
const forums = 'stocks+investing+wallstreetbets+StockMarket+SecurityAnalysis'
/** Maximum items of one response of Reddit. */
const itemsMax = 100
const textLengthMax = 300
const area = 'Reddit'

/**
 * Posts and comments on Reddit about an entity. Off by default, because Reddit requires an
 * agreement.
 */
export const social: Connector = {
  area: 'social',
  category: 'market',
  upstreams: [reddit],
  sdl: /* GraphQL */ `
    extend type Entity {
      "Posts and comments about the entity in social networks."
      social: Social
    }

    "Posts and comments by social network."
    type Social {
      "Reddit posts that contain the ticker or the trade name, from subreddits about shares, newest first, at most ${itemsMax}."
      reddit(filter: ArrayFilterInput): [RedditPost!]
      "Reddit comments that contain the ticker or the trade name, among the ${itemsMax} newest comments of these subreddits, newest first."
      redditComments(filter: ArrayFilterInput): [RedditComment!]
    }

    "A post on Reddit."
    type RedditPost {
      "Title of the post."
      title: String!
      "Time of the post, ISO 8601."
      date: String!
      "Name of the subreddit."
      subreddit: String!
      "Upvotes minus downvotes. Null if not stated."
      score: Int
      "Number of comments on the post. Null if not stated."
      comments: Int
      "URL of the post."
      url: String!
    }

    "A comment on Reddit."
    type RedditComment {
      "The first ${textLengthMax} characters of the comment."
      text: String!
      "Time of the comment, ISO 8601."
      date: String!
      "Name of the subreddit."
      subreddit: String!
      "Upvotes minus downvotes. Null if not stated."
      score: Int
      "URL of the comment."
      url: String!
    }
  `,
  fields: {
    'Entity.social': {
      rate: { credits: 0 },
      sources: [],
      resolve: async (entity) => ({ value: entity, provenance: [] }),
    },
    'Social.reddit': listField({
      area,
      credits: 1,
      load: (parent, _args, _filter, context) => loadPosts(parent as EntityRecord, context),
      dateOf: ({ date }) => date,
    }),
    'Social.redditComments': listField({
      area,
      credits: 1,
      load: (parent, _args, _filter, context) => loadComments(parent as EntityRecord, context),
      dateOf: ({ date }) => date,
    }),
  },
}

async function loadPosts({ name, ticker }: EntityRecord, context: ConnectorContext) {
  refuseWhenOff(area, [reddit], context)
  const url = new URL(`https://oauth.reddit.com/r/${forums}/search`)
  const words = [`"${ticker}"`, `"${plainCompanyName(name).replaceAll('"', ' ')}"`]
  url.searchParams.set('q', words.join(' OR '))
  for (const [key, value] of [
    ['restrict_sr', '1'],
    ['sort', 'new'],
    ['limit', `${itemsMax}`],
    ['raw_json', '1'],
  ])
    url.searchParams.set(key!, value!)
  const { body, answer } = await context.json(url, listing(postSchema))
  const value = body.data.children.map(({ data }) => ({
    ...common(data),
    title: data.title,
    comments: data.num_comments ?? null,
  }))
  return { value, provenance: [provenanceOf(reddit, answer)] }
}

async function loadComments({ name, ticker }: EntityRecord, context: ConnectorContext) {
  refuseWhenOff(area, [reddit], context)
  const url = new URL(`https://oauth.reddit.com/r/${forums}/comments?limit=${itemsMax}&raw_json=1`)
  const { body, answer } = await context.json(url, listing(commentSchema))
  const words = [ticker, plainCompanyName(name)].map((word) => ` ${foldText(word)} `)
  const value = body.data.children
    .filter(({ data }) => words.some((word) => ` ${foldText(data.body)} `.includes(word)))
    .map(({ data }) => ({ ...common(data), text: data.body.slice(0, textLengthMax) }))
  return { value, provenance: [provenanceOf(reddit, answer)] }
}

const commonShape = {
  created_utc: z.number().min(0).max(1e11),
  subreddit: z.string(),
  score: z.number().int().nullish(),
}
const postSchema = z.object({
  ...commonShape,
  permalink: z.string().startsWith('/r/'),
  title: z.string(),
  num_comments: z.number().int().nullish(),
})
/** Old comments have no address; it is built from their other members. */
const commentSchema = z.union([
  z.object({ ...commonShape, body: z.string(), permalink: z.string().startsWith('/r/') }),
  z
    .object({
      ...commonShape,
      body: z.string(),
      id: z.string().regex(/^[a-z0-9]{1,20}$/),
      link_id: z.string().regex(/^t3_[a-z0-9]{1,20}$/),
    })
    .transform(({ id, link_id, ...comment }) => ({
      ...comment,
      permalink: `/r/${comment.subreddit}/comments/${link_id.slice(3)}/_/${id}/`,
    })),
])

function listing<shape>(data: z.ZodType<shape>) {
  return z.object({ data: z.object({ children: usableRows(z.object({ data })) }) })
}

/** The common fields of posts and comments, without the author. */
function common({
  created_utc,
  subreddit,
  score,
  permalink,
}: z.output<z.ZodObject<typeof commonShape>> & { permalink: string }) {
  return {
    date: instantText(created_utc * 1_000),
    subreddit,
    score: score ?? null,
    url: new URL(permalink, 'https://www.reddit.com').href,
  }
}

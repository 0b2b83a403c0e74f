import { expect, test } from 'vitest'
import { describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import { discussions } from './connector.ts'

const apple = { name: 'Apple Inc.', ticker: 'AAPL' }
const coordinate = 'Entity.discussions'
describeConnector(discussions, [{ coordinate, args: {}, parent: apple }])

const { resolve } = discussions.fields[coordinate]!
const at = '2026-11-18T17:00:00Z'
const address = (rest: string) =>
  `https://hn.algolia.com/api/v1/search_by_date?query=%22Apple%22&tags=%28story%2Ccomment%29&${rest}`

test('default: returns stories and comments, newest first, without their text', async () => {
  const hits = [
    {
      objectID: '1',
      title: 'Apple',
      created_at: '2026-11-01T00:00:00Z',
      points: 5,
      num_comments: 2,
    },
    { objectID: '2', story_title: 'Else', created_at: '2026-11-02T00:00:00Z', comment_text: 'x' },
    { objectID: '3', created_at: '2026-11-03T00:00:00Z' },
  ]
  const url = address('hitsPerPage=20')
  const { value } = await resolve(
    apple,
    {},
    testContext(recordedTransport([{ recorded: { at, url }, body: { hits } }])),
  )
  expect(value).toEqual([
    {
      title: 'Else',
      date: '2026-11-02T00:00:00Z',
      kind: 'comment',
      source: 'Hacker News',
      url: 'https://news.ycombinator.com/item?id=2',
      points: null,
      comments: null,
    },
    expect.objectContaining({ kind: 'story', points: 5, comments: 2 }),
  ])
})

test('behavior: sends bounds to the source, a day to its end', async () => {
  const url = address(
    'hitsPerPage=1000&numericFilters=created_at_i%3E%3D1767225600%2Ccreated_at_i%3C%3D1767311999',
  )
  const context = testContext(recordedTransport([{ recorded: { at, url }, body: { hits: [] } }]))
  const filter = { sort: 'ASC', since: '2026-01-01', until: '2026-01-01' }
  expect((await resolve(apple, { filter }, context)).value).toEqual([])
})

test('behavior: the sandbox has discussions about every company', async () => {
  const context = testContext(sandboxTransport({ now: () => new Date(at) }))
  const { value } = await resolve(apple, { filter: { limit: 2 } }, context)
  expect(value).toHaveLength(2)
})

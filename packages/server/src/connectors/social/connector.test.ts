import { expect, test } from 'vitest'
import { refuseUnanswered } from '../../sources/field-readiness.ts'
import { apple, describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import { social } from './connector.ts'

describeConnector(social, [
  { coordinate: 'Social.reddit', args: {}, parent: apple },
  { coordinate: 'Social.redditComments', args: {}, parent: apple },
])

const at = '2026-11-18T17:00:00Z'
const forums =
  'https://oauth.reddit.com/r/stocks+investing+wallstreetbets+StockMarket+SecurityAnalysis'
const children = (...rows: object[]) => ({
  data: {
    children: rows.map((row) => ({
      kind: 't3',
      data: {
        created_utc: 1_763_000_000,
        subreddit: 'stocks',
        permalink: '/r/stocks/1/',
        author: 'x',
        ...row,
      },
    })),
  },
})
const answered = (url: string, body: unknown) =>
  testContext(recordedTransport([{ recorded: { at, url }, body }]))

test('default: returns posts by ticker or trade name, without their authors', async () => {
  const url = `${forums}/search?q=%22AAPL%22+OR+%22Apple%22&restrict_sr=1&sort=new&limit=100&raw_json=1`
  const { value } = await social.fields['Social.reddit']!.resolve(
    apple,
    {},
    answered(url, children({ title: 'AAPL', score: 4, num_comments: 2 })),
  )
  expect(value).toEqual([
    {
      title: 'AAPL',
      date: '2025-11-13T02:13:20Z',
      subreddit: 'stocks',
      score: 4,
      comments: 2,
      url: 'https://www.reddit.com/r/stocks/1/',
    },
  ])
})

test('behavior: returns comments that name the entity, shortened', async () => {
  const body = children({ body: `Apple ${'x'.repeat(400)}` }, { body: 'Pineapple' })
  const { value } = await social.fields['Social.redditComments']!.resolve(
    apple,
    {},
    answered(`${forums}/comments?limit=100&raw_json=1`, body),
  )
  expect(value).toMatchObject([{ text: expect.stringMatching(/^Apple x{294}$/) }])
})

test('behavior: the group is free and passes its entity on', async () => {
  const room = social.fields['Entity.social']!
  expect(room.rate).toEqual({ credits: 0 })
  expect((await room.resolve(apple, {}, testContext(recordedTransport([])))).value).toBe(apple)
})

test('error: is disabled by default, and names the setting', async () => {
  const context = testContext(recordedTransport([]), { enabled: () => false })
  for (const name of ['Social.reddit', 'Social.redditComments'])
    expect(() => refuseUnanswered(social, social.fields[name]!, context)).toThrow(
      expect.objectContaining({
        code: 'NOT_CONFIGURED',
        facts: ['REDDIT_CLIENT_SECRET and REDDIT_CLIENT_ID turn on Reddit'],
      }),
    )
})

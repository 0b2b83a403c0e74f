import { MockAgent } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { testContext } from '../../sources/testing/describe-connector.ts'
import { hostRules, requestsWithin } from '../../upstreams/live/host-rules.ts'
import { liveTransport } from '../../upstreams/live/live.ts'
import { news } from './connector.ts'

const host = 'api.gdeltproject.org'
const at = new Date('2026-11-18T17:00:00Z')
const names = ['Apple Inc.', 'Microsoft Corp', 'NVIDIA Corp', 'Tesla, Inc.', 'Boeing Co']

/** GDELT, which answers one request in five seconds by the time that the requests have waited. */
function scene() {
  const agent = new MockAgent()
  agent.disableNetConnect()
  onTestFinished(() => agent.close())
  const phrases: string[] = []
  agent
    .get(`https://${host}`)
    .intercept({ path: () => true })
    .reply(200, ({ path }) => {
      const query = new URL(path, `https://${host}`).searchParams.get('query') ?? ''
      phrases.push(query)
      const title = `${query.replaceAll('"', '')} grows`
      const article = { url: `https://a.example/${phrases.length}`, title, domain: 'a.example' }
      return { articles: [{ ...article, seendate: '20261118T120000Z' }] }
    })
    .persist()
  const waits: number[] = []
  const transport = liveTransport({
    hosts: new Set([host]),
    upstreamKeyOf: () => undefined,
    now: () => at,
    wait: async (ms) => void waits.push(ms),
    dispatcher: agent,
  })
  const context = testContext(transport, { enabled: ({ id }) => id === 'gdelt' })
  return { context, phrases, waits }
}

test('default: the news of several entities wait for their turns at GDELT, each with its own', async () => {
  const { context, phrases, waits } = scene()
  const { resolve } = news.fields['Entity.news']!
  const answers = await Promise.all(
    names.map((name, place) =>
      resolve({ id: `cik:000000000${place}`, name, ticker: `T${place}` }, {}, context),
    ),
  )
  expect(names).toHaveLength(requestsWithin(hostRules[host]!))
  expect(phrases).toHaveLength(names.length)
  expect(waits).toEqual([5_000, 10_000, 15_000, 20_000])
  for (const [place, { value }] of answers.entries()) {
    const [word] = names[place]!.split(/[ ,]/)
    expect(value).toMatchObject([{ title: expect.stringContaining(`${word}`) }])
  }
})

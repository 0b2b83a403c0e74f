import { expect, test } from 'vitest'
import { type Article, passes, withoutCopies, withoutPublisher } from './article.ts'

const article: Article = {
  title: 'Apple’s profit rises',
  date: '2026-11-18T00:00:00Z',
  source: 'Example Times',
  url: 'https://www.times.example/a?b=1',
  language: 'en',
}
const filter = { limit: 20, offset: 0, sort: 'DESC' as const }

test.each([
  [{}, true],
  [{ sources: ['times'], keywords: ['profit', 'x'], language: 'EN' }, true],
  [{ sources: ['times.example'] }, true],
  [{ sources: ['Other'] }, false],
  [{ keywords: ['prof'] }, false],
  [{ language: 'de' }, false],
])('default: %j passes: %s', (dimensions, isPassed) => {
  expect(passes(article, { ...filter, ...dimensions })).toBe(isPassed)
})

test('behavior: articles with the same title or address are equal', () => {
  const copies = [
    article,
    { ...article, url: 'https://other.example/', title: 'APPLE’S PROFIT RISES!' },
    { ...article, url: 'https://times.example/a?b=1', title: 'Other words' },
    { ...article, url: 'https://times.example/a?b=2', title: 'Another article' },
  ]
  expect(withoutCopies(copies)).toEqual([copies[0], copies[3]])
})

test.each([
  ['Fed holds - Reuters', 'Reuters', 'Fed holds'],
  ['Fed holds | reuters.com', 'Reuters', 'Fed holds | reuters.com'],
  ['Fed holds – times.example', 'GDELT', 'Fed holds'],
  ['MSFT aufgestockt » IMS - Magazin (IMS)', 'Magazin (IMS)', 'MSFT aufgestockt » IMS'],
  ['S&P 500 - what next', 'Reuters', 'S&P 500 - what next'],
  ['Reuters', 'Reuters', 'Reuters'],
])('default: the headline of %j from %s is %j', (title, source, headline) => {
  expect(withoutPublisher({ ...article, title, source }).title).toBe(headline)
})

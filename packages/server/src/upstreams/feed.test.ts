import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feedItems } from './feed.ts'

const url = new URL('https://example.org/feed')
const items = (text: string) => feedItems(text, url).map(({ element: _, ...item }) => item)

test('default: reads RSS', () => {
  expect(
    items(`<?xml version="1.0"?><rss version="2.0"><channel><title>All</title>
      <item><title>A &amp; <![CDATA[<b>B</b>]]></title><link>https://example.org/1</link>
        <pubDate>Wed, 18 Nov 2026 12:00:00 GMT</pubDate><source url="https://s.example">S</source></item>
      <item><title>C</title><guid>urn:x</guid></item></channel></rss>`),
  ).toEqual([
    {
      title: 'A & B',
      url: 'https://example.org/1',
      publishedAt: '2026-11-18T12:00:00Z',
      source: 'S',
    },
    { title: 'C', url: null, publishedAt: null, source: null },
  ])
})

test('behavior: Atom uses the alternate link; RSS 1.0 has its items beside the channel', () => {
  expect(
    items(`<feed xmlns="http://www.w3.org/2005/Atom"><entry><title> T </title>
      <link rel="self" href="https://example.org/self"/><link href="https://example.org/a"/>
      <updated>2026-11-18T12:00:00Z</updated><author><name>N</name></author></entry></feed>`),
  ).toEqual([
    {
      title: 'T',
      url: 'https://example.org/a',
      publishedAt: '2026-11-18T12:00:00Z',
      source: 'N',
    },
  ])
  expect(
    items('<rdf:RDF><channel/><item><title>T</title><link>javascript:x</link></item></rdf:RDF>'),
  ).toMatchObject([{ title: 'T', url: null }])
})

test('error: refuses anything else', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom('<a/>', '<rss/>', '{}', '')), (text) => {
      expect(() => items(text)).toThrow(FiqError)
    }),
  )
})

// A pattern that reads the rest of the text at each bracket would take hours.
test('error: reads a title of a million opening brackets', () => {
  const title = '<'.repeat(1_000_000)
  const feed = `<rss version="2.0"><channel><item><title><![CDATA[${title}]]></title></item></channel></rss>`
  expect(items(feed)).toMatchObject([{ title }])
})

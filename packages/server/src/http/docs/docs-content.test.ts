import { expect, test } from 'vitest'
import { type DocsSection, searchSections } from './docs-content.ts'

const section = (heading: string, text: string, page = 'Errors'): DocsSection => ({
  href: `/docs/x#${heading}`,
  page,
  heading,
  text,
})

test('default: requires every word, and ranks headings first', () => {
  const sections = [
    section('Caps', 'The budget of a client'),
    section('Budget', 'Caps of a client'),
    section('Other', 'nothing'),
  ]
  const found = searchSections(sections, ' BUDGET  client')
  expect(found.map(({ heading }) => heading)).toEqual(['Budget', 'Caps'])
  expect(searchSections(sections, 'budget missing')).toEqual([])
  expect(searchSections(sections, '  ')).toEqual([])
})

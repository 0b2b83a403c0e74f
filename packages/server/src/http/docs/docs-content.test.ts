import { expect, test } from 'vitest'
import { type DocsSection, excerptOf, searchSections } from './docs-content.ts'

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

test('default: an excerpt begins before the first word, and marks each', () => {
  const text = `${'First words of a long text. '.repeat(5)}A cap\n limits the client; (caps) add up.${' More text.'.repeat(20)}`
  const parts = excerptOf(section('Budget', text), ' CAP client')
  expect(parts.filter(({ isFound }) => isFound).map((part) => part.text)).toEqual([
    ...['cap', 'client', 'cap'],
  ])
  const shown = parts.map((part) => part.text).join('')
  expect(shown).toMatch(/^… .{0,35}A cap limits the client; \(caps\) add up\. .* …$/)
  expect(shown.length).toBeLessThanOrEqual(104)
})

test('behavior: an excerpt of a section whose heading alone has the words is its beginning', () => {
  expect(excerptOf(section('Caps', ' The budget (a+b)'), 'caps')).toEqual([
    { text: 'The budget (a+b)', isFound: false },
  ])
  expect(excerptOf(section('Caps', ' The budget (a+b)'), '(a+b)').at(-1)).toEqual({
    text: '(a+b)',
    isFound: true,
  })
  expect(excerptOf(section('Caps', ''), 'caps')).toEqual([])
  const words = excerptOf(section('Caps', 'An escaped text, a cap'), 'cap')
  expect(words.map((part) => part.text)).toEqual(['An escaped text, a ', 'cap'])
})

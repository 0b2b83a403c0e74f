import fc from 'fast-check'
import { expect, test } from 'vitest'
import { childrenOf, elementAt, numberAt, textAt, xmlRoot } from './xml.ts'

test('default: reads local names with their prefix, attributes, text with CDATA', () => {
  const feed = xmlRoot(
    '<?xml version="1.0"?><feed xmlns:m="urn:m"><m:item id="1"> A &amp; <![CDATA[<B>]]> </m:item><item/></feed>',
  )!
  expect(childrenOf(feed, 'item')).toEqual([
    { prefix: 'm', name: 'item', attributes: { id: '1' }, children: [], text: 'A & <B>' },
    { prefix: '', name: 'item', attributes: {}, children: [], text: '' },
  ])
})

test('behavior: returns the elements along a path', () => {
  const root = xmlRoot('<a><b><c>1,234.5</c><d>x</d><e/></b></a>')!
  expect(elementAt(root, 'b', 'd')?.text).toBe('x')
  expect([numberAt(root, 'b', 'c'), numberAt(root, 'b', 'd')]).toEqual([1234.5, null])
  expect([textAt(root, 'b', 'e'), textAt(root, 'z', 'c')]).toEqual([null, null])
})

test('behavior: ignores white space around the document', () => {
  expect(xmlRoot('\n<?xml version="1.0"?>\n<a/>\n')?.name).toBe('a')
})

test.each([
  ['entities declared', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
  ['a page', '<!DOCTYPE html><html><body>no</body></html>'],
  ['an unknown entity', '<a>&x;</a>'],
  ['an open element', '<a><b></a>'],
  ['nothing', ''],
  ['JSON', '{"a":1}'],
  ['depth', `${'<a>'.repeat(101)}${'</a>'.repeat(101)}`],
])('error: refuses %s', (_name, text) => {
  expect(xmlRoot(text)).toBeUndefined()
})

test('error: any text gives a tree or nothing', () => {
  const piece = fc.constantFrom(
    '<a>',
    '</a>',
    '<b c="d">',
    '</b>',
    '&amp;',
    '<![CDATA[',
    ']]>',
    'x',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map((all) => all.join('')),
      ),
      (text) => {
        expect(xmlRoot(text)?.name).not.toBe('')
      },
    ),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSubsidiaries } from './subsidiary-list.ts'

test('default: reads names with jurisdictions, without headings and empty cells', () => {
  const html = `<p>Subsidiaries of One Inc.</p><table>
    <tr><th>Name of Subsidiary</th><th>&#160;</th><th>Jurisdiction of Incorporation</th></tr>
    <tr><td><p>One Operations &amp; Sales</p></td><td>&nbsp;</td><td>Ireland</td></tr>
    <tr><td>One Japan, Inc.</td><td>100%</td><td><b>Japan</b></td></tr>
    <tr><td>One Japan, Inc.</td><td></td><td>Japan</td></tr>
    <tr><td>One Labs LLC</td></tr>
    <tr><td>*</td><td>Inactive</td></tr></table>`
  expect(readSubsidiaries(html)).toEqual([
    { name: 'One Operations & Sales', jurisdiction: 'Ireland' },
    { name: 'One Japan, Inc.', jurisdiction: 'Japan' },
    { name: 'One Labs LLC', jurisdiction: null },
    { name: 'Inactive', jurisdiction: null },
  ])
})

test('default: decodes characters by number and by name', () => {
  const html =
    '<tr><td>Soci&#233;t&#xE9; &Eacute;l&egrave;ve d&#8217;Azur</td><td>C&ocirc;te</td></tr>'
  expect(readSubsidiaries(html)).toEqual([{ name: 'Société Élève d’Azur', jurisdiction: 'Côte' }])
})

test('behavior: a page without tables gives none', () => {
  expect(readSubsidiaries('<p>One Ireland, Two Japan</p>')).toEqual([])
})

test('error: reads any text', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      for (const { name } of readSubsidiaries(`<tr><td>${a}<td>${b}</tr>`))
        expect(name).not.toBe('')
    }),
  )
})

// A pattern that reads the rest of the text at each bracket would take hours.
test('error: reads a row of a million opening brackets', () => {
  expect(readSubsidiaries(`<tr>${'<td '.repeat(1_000_000)}`)).toEqual([])
})

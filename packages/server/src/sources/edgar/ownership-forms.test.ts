import { expect, test } from 'vitest'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { defaultFilter } from '../array-filter.ts'
import { testContext } from '../testing/describe-connector.ts'
import { filingsOf } from './filing-list.ts'
import { isOwnershipForm, ownershipForms } from './ownership-forms.ts'

const now = () => new Date('2026-11-18T17:00:00Z')
const context = testContext(sandboxTransport({ now }))

test('default: returns the forms of a list in its order, with a readable address', async () => {
  const { filings } = await filingsOf('0000320193', isOwnershipForm, defaultFilter, context)
  const forms = await ownershipForms('0000320193', filings.slice(0, 3), context)
  expect(forms.map(({ filing }) => filing)).toEqual(filings.slice(0, 3))
  expect(forms[0]?.url).toMatch(/\/xslF345X05\/form4\.xml$/)
})

test('behavior: omits forms about another issuer', async () => {
  const { filings } = await filingsOf('0000320193', isOwnershipForm, defaultFilter, context)
  expect(await ownershipForms('320193', filings.slice(0, 1), context)).toEqual([])
})

test.each([
  ['4', 'xslF345X05/form4.xml', true],
  ['3/A', 'form3.xml', true],
  ['5', 'form5.txt', false],
  ['40-F', 'form.xml', false],
  ['144', 'primary_doc.xml', false],
])('behavior: %s in %s: %s', (form, document, isRead) => {
  const filing = { accession: '', items: '', filed: '', reportDate: null, description: '' }
  expect(isOwnershipForm({ ...filing, form, document })).toBe(isRead)
})

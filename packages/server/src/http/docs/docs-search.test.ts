import { expect, test } from 'vitest'
import { errorPage } from '../pages/error-page.ts'
import { docsSearch } from './docs-search.ts'

const refusal = { code: 'UNKNOWN_PATH', message: '/x does not exist.', facts: [], remedy: '' }
const page = {
  facts: { version: '1.2.3', dataMode: 'sandbox', devnet: true },
  style: '',
  program: '{}',
  graphiql: undefined,
  request: 'req_1',
}

test('behavior: every page of an error names its request; only a page that was not found offers the search', () => {
  const pageOf = (status: number) =>
    String(errorPage({ ...refusal, status, funds: 'untouched' }, page))
  expect(pageOf(404)).toContain(String(docsSearch()))
  expect(pageOf(404)).toContain('src="/pages/docs.js"')
  expect(pageOf(404)).toContain('Check the address, or search the documentation.')
  expect(pageOf(503)).not.toContain('role="search"')
  for (const status of [404, 503]) expect(pageOf(status)).toContain('<code>req_1</code>')
})

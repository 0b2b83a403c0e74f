import { expect, test } from 'vitest'
import { errorPage } from '../pages/error-page.ts'
import { docsSearch } from './docs-search.ts'

const refusal = { code: 'UNKNOWN_PATH', message: '/x does not exist.', facts: [], remedy: '' }
const page = {
  facts: { version: '1.2.3', dataMode: 'sandbox', devnet: true },
  style: '',
  program: '{}',
  graphiql: undefined,
}

test('behavior: a page that was not found offers the search, other errors do not', () => {
  const pageOf = (status: number) =>
    String(errorPage({ ...refusal, status, funds: 'untouched' }, page))
  expect(pageOf(404)).toContain(String(docsSearch()))
  expect(pageOf(404)).toContain('src="/pages/docs.js"')
  expect(pageOf(503)).not.toContain('role="search"')
})

import { expect, test } from 'vitest'
import { wantsPage } from './wants-page.ts'

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

test.each([
  ['GET', browser, true],
  ['HEAD', browser, true],
  ['POST', browser, false],
  ['GET', '*/*', false],
  ['GET', undefined, false],
  ['GET', 'application/json, text/html', false],
  ['GET', 'application/graphql-response+json, text/html;q=0.5', false],
])('default: %s with Accept %s: %s', (method, accept, wants) => {
  expect(wantsPage({ method, headers: accept === undefined ? {} : { accept } })).toBe(wants)
})

import { expect, test } from 'vitest'
import { page, pagerOf } from './pager.ts'

test.each([
  [{}, 'less -FRX'],
  [{ PAGER: 'more' }, 'more'],
  [{ PAGER: 'more', FIQ_PAGER: 'most' }, 'most'],
  [{ PAGER: 'more', FIQ_PAGER: '' }, undefined],
  [{ PAGER: 'cat' }, undefined],
  [{ TERM: 'dumb' }, undefined],
])('default: the pager of %j is %s', (env, pager) => {
  expect(pagerOf(env)).toBe(pager)
})

const { PATH } = process.env

test('behavior: a pager that accepts the text has shown it, a missing one has not', () => {
  expect(page('some text', { PATH, FIQ_PAGER: 'cat > /dev/null' })).toBe(true)
  expect(page('some text', { PATH, FIQ_PAGER: 'no-such-pager-here 2> /dev/null' })).toBe(false)
})

test('behavior: a pager that is closed before the end has shown enough', () => {
  expect(page('x\n'.repeat(200_000), { PATH, FIQ_PAGER: 'true' })).toBe(true)
})

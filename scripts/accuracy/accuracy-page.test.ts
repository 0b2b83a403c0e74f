import { expect, test } from 'vitest'
import { accuracyPage } from './accuracy-page.ts'

test('default: has a section for each area, with counts and some wrong cases', () => {
  const rows = [{ property: 'sums', cases: 5, right: 1, wrong: ['a', 'b', 'c', 'd'] }]
  const page = accuracyPage([{ area: 'Statements', truth: 'the totals.', rows }])
  expect(page).toContain('## Statements\n\nSource of truth: the totals.')
  expect(page).toContain('| sums | 5 | 1 | 4 | a<br>b<br>c |')
})

import { expect, test } from 'vitest'
import { type CutList, createCutLists } from './cut-lists.ts'

function wordsOf(...lists: readonly (readonly [string, CutList])[]) {
  const cut = createCutLists()
  for (const [path, list] of lists) cut.add(path, path.replace(/\d+/, '*'), list)
  return cut.words()
}

test('default: says how many items there are, and how to get the others', () => {
  expect(wordsOf(['macroSeries', { items: 20, total: 142, limitMax: 500, next: 20 }])).toEqual({
    macroSeries: '20 of 142 items. For the others set a larger limit (at most 500) or offset 20.',
  })
})

test('behavior: a list whose source has not told the number may have more items', () => {
  expect(wordsOf(['news', { items: 500, limitMax: 500, next: 1_000 }])).toEqual({
    news: '500 items, as many as limit: there may be more. For the others set offset 1000.',
  })
})

test('behavior: a list without another page only has its number', () => {
  expect(wordsOf(['a', { items: 50, total: 140, limitMax: 50 }])).toEqual({
    a: '50 of 140 items.',
  })
})

test('behavior: equal fields of several items are one entry', () => {
  const list = { items: 10, limitMax: 500, next: 10 }
  expect(
    wordsOf(
      ['entitiesByTickers.0.earnings', { ...list, total: 12 }],
      ['entitiesByTickers.1.earnings', { ...list, total: 18 }],
      ['entitiesByTickers.1.news', list],
    ),
  ).toEqual({
    'entitiesByTickers.*.earnings':
      'in 2 lists, 10 of up to 18 items. For the others set a larger limit (at most 500) or offset 10.',
    'entitiesByTickers.1.news':
      '10 items, as many as limit: there may be more. For the others set a larger limit (at most 500) or offset 10.',
  })
})

test('default: no cut list, no words', () => {
  expect(wordsOf()).toBeUndefined()
})

import { expect, test } from 'vitest'
import type { Bar } from '../../sources/connector.ts'
import { cutOf } from './cut-bars.ts'

const bars = Array.from({ length: 20 }, () => ({ date: '2026-01-02', close: 1 }) as Bar)

test('default: a page that bars follow states where the next one begins', () => {
  expect(cutOf({ value: bars, total: 250 }, { offset: 40 })).toEqual({
    ...{ items: 20, total: 250, limitMax: 500, next: 60 },
  })
})

test('behavior: the last page, an empty one and bars without a filter are not cut', () => {
  expect(cutOf({ value: bars, total: 60 }, { offset: 40 })).toBeUndefined()
  expect(cutOf({ value: [], total: 60 }, { offset: 80 })).toBeUndefined()
  expect(cutOf({ value: bars }, null)).toBeUndefined()
  expect(cutOf({ value: null }, null)).toBeUndefined()
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pad, textWidth, truncate, wrap } from './text-width.ts'

describe('textWidth', () => {
  test.each([
    ['Apple', 5],
    ['東京', 4],
    ['Café', 4],
    ['Cafe\u0301', 4],
    ['🚀', 2],
    ['삼성전자', 8],
    ['삼성전자'.normalize('NFD'), 8],
    ['مُحَمَّد', 4],
    ['🇩🇪', 2],
    ['👍🏽', 2],
    ['👩‍💻', 2],
    ['❤️', 2],
    ['क्षि', 2],
    ['–', 1],
    ['', 0],
  ])('default: %j needs %i columns', (text, width) => {
    expect(textWidth(text)).toBe(width)
  })
})

describe('truncate', () => {
  test.each([
    ['Apple Inc.', 10, 'Apple Inc.'],
    ['Apple Inc.', 7, 'Apple…'],
    ['東京電力', 5, '東京…'],
    ['مُحَمَّد', 3, 'مُحَ…'],
    ['🇩🇪🇫🇷', 3, '🇩🇪…'],
    ['👩‍💻👩‍💻', 3, '👩‍💻…'],
    ['abc', 1, '…'],
    ['abc', 0, ''],
  ])('default: cuts %j to %i columns: %j', (text, columns, cut) => {
    expect(truncate(text, columns)).toBe(cut)
  })

  test('property: is never wider than requested, and padding makes it exact', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 30 }), (text, max) => {
        const cut = truncate(text, max)
        expect(textWidth(cut)).toBeLessThanOrEqual(max)
        expect(textWidth(pad(cut, max, 'right'))).toBe(max)
      }),
    )
  })
})

describe('wrap', () => {
  test('default: breaks at spaces and loses no word', () => {
    expect(wrap('one two three four', 9)).toEqual(['one two', 'three', 'four'])
  })

  test('behavior: does not break a word longer than the line', () => {
    expect(wrap(`see ${'x'.repeat(20)} now`, 10)).toEqual(['see', 'x'.repeat(20), 'now'])
  })
})

import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { paint } from './paint.ts'

describe('paint', () => {
  test('default: adds colour around the text and nothing to it', () => {
    expect(paint('+1.20', 'up', true)).toBe('\u001b[32m+1.20\u001b[39m')
    expect(stripVTControlCharacters(paint('+1.20', 'up', true))).toBe('+1.20')
  })

  test('behavior: without colour, without a tone or without text nothing is added', () => {
    expect(paint('x', 'down', false)).toBe('x')
    expect(paint('x', undefined, true)).toBe('x')
    expect(paint('', 'down', true)).toBe('')
  })
})

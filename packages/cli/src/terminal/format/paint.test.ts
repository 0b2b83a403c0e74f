import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { paint } from './paint.ts'

/** Default backgrounds of terminals, and the two of Solarized. */
const grounds = {
  white: [255, 255, 255],
  'the light one of Solarized': [253, 246, 227],
  black: [0, 0, 0],
  'that of Visual Studio Code': [30, 30, 30],
  'that of Konsole': [35, 38, 39],
  'the dark one of Solarized': [0, 43, 54],
}

describe('paint', () => {
  test('default: adds colour around the text and no characters', () => {
    expect(paint('+1.20', 'up', true)).toBe('\u001b[38;5;28m+1.20\u001b[39m')
    expect(stripVTControlCharacters(paint('+1.20', 'up', true))).toBe('+1.20')
  })

  test.each(Object.entries(grounds))('behavior: every colour is read on %s', (_, ground) => {
    for (const tone of ['up', 'down', 'warn', 'error'] as const) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the colour that is written
      const index = Number(/^\u001b\[38;5;(\d+)m/.exec(paint('x', tone, true))?.[1])
      expect(contrast(colourOf(index), ground), tone).toBeGreaterThanOrEqual(3)
    }
  })

  test('behavior: adds nothing without colour, tone or text', () => {
    expect(paint('x', 'down', false)).toBe('x')
    expect(paint('x', undefined, true)).toBe('x')
    expect(paint('', 'down', true)).toBe('')
  })
})

/** Red, green and blue of a colour in the cube of 216 colours, which begins at 16. */
function colourOf(index: number): number[] {
  const levels = [0, 95, 135, 175, 215, 255]
  return [36, 6, 1].map((step) => levels[Math.floor((index - 16) / step) % 6]!)
}

/**
 * Contrast by WCAG 2, from 1 to 21. At least 3 is required for large text or, as here, if a sign
 * repeats the meaning.
 */
function contrast(one: readonly number[], other: readonly number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

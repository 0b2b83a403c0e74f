import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { paint } from './paint.ts'

/** What terminals are filled with when they are new, and the two grounds of Solarized. */
const grounds = {
  white: [255, 255, 255],
  'the light one of Solarized': [253, 246, 227],
  black: [0, 0, 0],
  'that of Visual Studio Code': [30, 30, 30],
  'that of Konsole': [35, 38, 39],
  'the dark one of Solarized': [0, 43, 54],
}

describe('paint', () => {
  test('default: adds colour around the text and nothing to it', () => {
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

  test('behavior: without colour, without a tone or without text nothing is added', () => {
    expect(paint('x', 'down', false)).toBe('x')
    expect(paint('x', undefined, true)).toBe('x')
    expect(paint('', 'down', true)).toBe('')
  })
})

/** Red, green and blue of a colour of the cube of 216, which begins at 16. */
function colourOf(index: number): number[] {
  const levels = [0, 95, 135, 175, 215, 255]
  return [36, 6, 1].map((step) => levels[Math.floor((index - 16) / step) % 6]!)
}

/** WCAG 2: 1 to 21. From 3 on for what is large or, as here, repeated by a sign. */
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

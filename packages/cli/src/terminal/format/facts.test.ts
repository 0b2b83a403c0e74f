import { describe, expect, test } from 'vitest'
import { renderFacts } from './facts.ts'

const screen = { columns: 40, colour: false, interactive: true }

describe('renderFacts', () => {
  test('default: aligns values in one column, and wraps long ones below themselves', () => {
    expect(
      renderFacts(
        [
          ['id', 'cik:0000320193'],
          ['description', 'designs, makes and sells phones and computers'],
        ],
        screen,
      ),
    ).toMatchInlineSnapshot(`
      "id           cik:0000320193
      description  designs, makes and sells
                   phones and computers"
    `)
  })

  test('behavior: foreign text stays on its line', () => {
    expect(renderFacts([['name', 'Ap\u001b[2J\nple']], screen)).toBe('name  Ap ple')
  })
})

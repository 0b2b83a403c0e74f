import { describe, expect, test } from 'vitest'
import { factsView } from './facts.ts'

const screen = { columns: 40, colour: false, interactive: true }

describe('factsView', () => {
  test('default: aligns values in one column, and wraps long ones below themselves', () => {
    expect(
      factsView([
        ['id', 'cik:0000320193'],
        ['description', 'designs, makes and sells phones and computers'],
      ])(screen),
    ).toMatchInlineSnapshot(`
      "id           cik:0000320193
      description  designs, makes and sells
                   phones and computers"
    `)
  })

  test('behavior: foreign text stays on its line', () => {
    expect(factsView([['name', 'Ap\u001b[2J\nple']])(screen)).toBe('name  Ap ple')
  })

  test('behavior: leaves out a fact without a value', () => {
    const facts = [
      ['long name', undefined],
      ['id', '1'],
    ] as const
    expect(factsView(facts)(screen)).toBe('id  1')
  })
})

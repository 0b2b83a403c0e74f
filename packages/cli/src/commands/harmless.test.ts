import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Declaration } from '../command-line/declaration.ts'
import { sceneOf } from '../command-line/testing/scene.ts'
import type { Answer } from '../query/answer.ts'
import type { OutputFormat } from '../terminal/output.ts'
import { declarationsOf } from './declarations.ts'

const declarations = await declarationsOf()

/** Escape sequences, bidirectional overrides, zero-width characters and line breaks in one text. */
const hostile =
  'a\u001b[2J\u001b]0;owned\u0007b\u009b31mc\u202ed\u200be\u2066f\ufeffg\r\nh\u0000i\u{e0041}'

/** Characters that could control a terminal, or make a text look like another. */
const harmful =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e0fff}]/u

/** The printed field of the response, by command. */
const responses: Readonly<Record<string, string>> = {
  quote: 'quotes',
  history: 'priceHistory',
  search: 'searchEntities',
  entity: 'entityByTicker',
  screen: 'screen',
  sanctions: 'sanctionsScreen',
  holdings: 'institutionalHoldings',
  'short-interest': 'shortInterest',
  'campaign-finance': 'campaignFinance',
  gdp: 'gdp',
  inflation: 'inflation',
  rates: 'interestRates',
  series: 'macroSeries',
  multiples: 'sp500Multiples',
  status: 'marketStatus',
  technicals: 'entityByTicker',
}
const words: Readonly<Record<string, string>> = { cik: '1067983', series: 'pe-ratio', ticker: 'A' }
const formats: readonly OutputFormat[] = ['text', 'json', 'csv', 'ndjson', 'plain']

function valueFor({ name, fields = [] }: Declaration): unknown {
  const row = Object.fromEntries(fields.map((field) => [field, hostile]))
  const inner = { [hostile]: hostile, title: hostile, value: hostile, reason: hostile }
  if (name === 'entity')
    return {
      ...row,
      market: inner,
      technicals: { rsi: inner },
      news: [inner],
      risk: { signals: [inner] },
    }
  if (name === 'history')
    return [{ ticker: hostile, problem: hostile, bars: [{ date: hostile, close: 1 }] }]
  return name === 'status' ? row : [row]
}

const provenance: Partial<Answer> = {
  warnings: [hostile],
  sandbox: true,
  sources: [
    {
      path: hostile,
      source: hostile,
      sourceUrl: hostile,
      asOf: hostile,
      mode: hostile,
      stale: true,
    },
  ],
}

const printing = declarations.filter(({ name }) => responses[name] !== undefined)

/** Values of JSON that no field has. `1e400` is read as `Infinity`. */
const odd = fc.constantFrom<unknown>(
  ...[Infinity, -Infinity, 1e308, 5e-324, -0, 1e21, 2 ** 53, null, true, [], {}, [null], [[]]],
  ...['', 'NaN', '-1', '9'.repeat(400), 'x'.repeat(3_000), '2026-13-45', '+275760-09-13', hostile],
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty', '2026-01-02T00:00:00Z'],
  JSON.parse('{"__proto__":1,"constructor":2,"toString":3,"valueOf":4}'),
)
const innerFields = [
  ...['bars', 'date', 'close', 'market', 'technicals', 'news', 'risk', 'signals', 'financials'],
  ...['points', 'value', 'title', 'name', 'session', 'matches', 'holdings', 'regulatory', 'rsi'],
]

/** A value for a command: some of its fields, with such values at any depth. */
function oddValueOf({ fields = [] }: Declaration): fc.Arbitrary<unknown> {
  const names = [...fields, ...innerFields]
  const row = fc.dictionary(fc.constantFrom(...names), odd, { maxKeys: names.length })
  const deep = fc
    .tuple(row, fc.constantFrom(...names), fc.oneof(row, fc.array(row, { maxLength: 3 })))
    .map(([outer, name, inner]) => ({ ...outer, [name]: inner }))
  const any = fc.oneof(row, deep, odd)
  return fc.oneof(any, fc.array(any, { maxLength: 3 }))
}

async function printed(declaration: Declaration, format: OutputFormat, value: unknown) {
  const data = { [responses[declaration.name]!]: value }
  const { context, out, err } = sceneOf({ format, data, answer: { data, response: { data } } })
  const given = (declaration.arguments ?? []).map(({ name }) => [name, [words[name] ?? 'USA']])
  const { run } = await declaration.load!()
  await run(context, { arguments: Object.fromEntries(given), options: {} }, declarationsOf).catch(
    (error: unknown) => expect(error).toBeInstanceOf(FiqError),
  )
  return out() + err()
}

describe('any value from a server', () => {
  test.each(printing)('property: fiq $name prints it or a FiqError', async (declaration) => {
    const property = fc.asyncProperty(
      oddValueOf(declaration),
      fc.constantFrom(...formats),
      async (value, format) => {
        const text = await printed(declaration, format, value)
        expect(text.replaceAll('\n', '').match(harmful)).toBeNull()
        expect(text).not.toContain('[native code]')
        expect(text.length).toBeLessThan(200_000)
      },
    )
    await fc.assert(property)
  })
})

describe('hostile text from a server', () => {
  test.each(printing.filter(({ name }) => name !== 'technicals'))(
    'behavior: fiq $name prints it harmless, in every format',
    async (declaration) => {
      const data = { [responses[declaration.name]!]: valueFor(declaration) }
      for (const format of formats) {
        const { context, out, err } = sceneOf({
          format,
          data,
          answer: { ...provenance, data, response: { data } },
        })
        const given = (declaration.arguments ?? []).map(({ name }) => [
          name,
          [words[name] ?? 'USA'],
        ])
        const { run } = await declaration.load!()
        await run(context, { arguments: Object.fromEntries(given), options: {} }, declarationsOf)
        expect(out()).toMatch(/[a-z]/)
        expect((out() + err()).replaceAll('\n', '').match(harmful), format).toBeNull()
      }
    },
  )
})

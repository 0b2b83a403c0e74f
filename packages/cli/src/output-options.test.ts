import { describe, expect, test } from 'vitest'
import { isFieldListWanted, outputOptionsOf } from './output-options.ts'

const sink = (isTerminal: boolean) => ({ write() {}, isTerminal, columns: 80 })
const options = (
  globals: Record<string, unknown>,
  { isTerminal = true, env = {}, command = { fields: ['ticker', 'price'] } } = {},
) => outputOptionsOf({ stdout: sink(isTerminal), env }, command, globals)

describe('outputOptionsOf', () => {
  test('default: text on a terminal, JSON in a pipe, text for commands that require it', () => {
    expect(options({}).format).toBe('text')
    expect(options({}, { isTerminal: false }).format).toBe('json')
    const command = { fields: [], inPipe: 'text' as const }
    expect(options({}, { isTerminal: false, command }).format).toBe('text')
  })

  test('behavior: a requested format has priority, with its fields', () => {
    expect(options({ json: true })).toMatchObject({ format: 'json', pick: undefined })
    expect(options({ csv: 'price' })).toMatchObject({ format: 'csv', pick: 'price' })
  })

  test('behavior: --json all selects everything, --jq means JSON', () => {
    expect(options({ json: 'all' })).toMatchObject({ format: 'json', pick: undefined })
    expect(options({ jq: '.[0]' })).toMatchObject({ format: 'json', jq: '.[0]' })
    expect(options({ jq: '.[0]', json: 'price' })).toMatchObject({ pick: 'price', jq: '.[0]' })
    expect(() => options({ jq: '.', csv: true })).toThrow('--jq filters JSON')
  })

  test('behavior: --json alone lists the fields, only on a terminal', () => {
    const asks = (globals: Record<string, unknown>, isTerminal = true, fields = ['ticker']) =>
      isFieldListWanted({ stdout: sink(isTerminal) }, { fields }, globals)
    expect(asks({ json: true })).toBe(true)
    expect(asks({ json: true }, false)).toBe(false)
    expect(asks({ json: true }, true, [])).toBe(false)
    expect(asks({ json: 'ticker' })).toBe(false)
    expect(asks({ json: true, jq: '.' })).toBe(false)
  })

  test('behavior: --table prints the text of a terminal, also in a pipe', () => {
    expect(options({ table: true }, { isTerminal: false }).format).toBe('text')
    expect(options({ table: true })).toEqual(options({}))
  })

  test('behavior: no colour with NO_COLOR, --no-color, --plain or a terminal without colour', () => {
    expect(options({}, { env: { TERM: 'dumb' } }).colour).toBe(false)
    expect(options({ color: true }).colour).toBe(true)
    expect(options({ color: true }, { env: { NO_COLOR: '1' } }).colour).toBe(false)
    expect(options({ color: false }).colour).toBe(false)
    expect(options({ color: true, plain: true }).colour).toBe(false)
  })

  test('behavior: --columns names columns or fields; +field adds one; alone it lists them', () => {
    expect(options({ columns: 'price, TICKER' }).picked).toEqual({
      names: ['price', 'TICKER'],
      adds: false,
    })
    expect(options({ columns: '+price' }).picked).toEqual({ names: ['price'], adds: true })
    expect(options({}).picked).toBeUndefined()
    expect(isFieldListWanted({ stdout: sink(false) }, {}, { columns: true })).toBe(true)
    expect(() => options({ columns: 'pirce' })).toThrow(
      expect.objectContaining({
        code: 'USAGE',
        facts: expect.arrayContaining(['Did you mean price?']),
      }),
    )
  })

  test('behavior: --columns selects fields in every format; a field of the format has priority', () => {
    expect(options({ csv: true, columns: 'PRICE' })).toMatchObject({ format: 'csv', pick: 'price' })
    expect(options({ jq: '.', columns: 'price,ticker' }).pick).toBe('price,ticker')
    expect(options({ csv: 'ticker', columns: 'price' }).pick).toBe('ticker')
    expect(options({ json: 'all', columns: 'price' }).pick).toBeUndefined()
    expect(options({ csv: true, columns: '+price' }).pick).toBeUndefined()
    const command = { fields: ['ticker'], columns: ['ticker', 'cap'] }
    expect(options({ csv: true, columns: 'cap' }, { command }).pick).toBeUndefined()
  })

  test('behavior: --utc, --sources and --no-pager', () => {
    expect(options({ utc: true, sources: true, pager: false })).toMatchObject({
      isUtc: true,
      listsSources: true,
      isUnpaged: true,
    })
    expect(options({ pager: true })).not.toHaveProperty('isUnpaged')
  })

  test('error: refuses two formats, and an unknown field', () => {
    expect(() => options({ json: true, csv: true })).toThrow('Use only one of --json and --csv.')
    expect(() => options({ table: true, csv: 'price' })).toThrow(
      'Use only one of --table and --csv.',
    )
    expect(() => options({ json: 'pirce' })).toThrow(
      expect.objectContaining({
        code: 'USAGE',
        facts: ['Did you mean price?', 'Fields: ticker, price'],
      }),
    )
  })
})

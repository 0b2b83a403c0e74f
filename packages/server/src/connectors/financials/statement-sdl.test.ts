import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import type { Statement } from '../../sources/statements/line-item.ts'
import { statementSdl } from './statement-sdl.ts'

const statement: Statement = {
  kind: 'instant',
  items: [{ field: 'sharesOutstanding', meaning: 'Shares.', unit: 'shares', concepts: [] }],
  anchors: [],
  differences: [],
}

function fieldsOf(kind: Statement['kind']) {
  const sdl = statementSdl('Sheet', 'A sheet.', { ...statement, kind })
  const type = buildSchema(
    `type Query { sheet: Sheet } type Restatement { field: String! } ${sdl}`,
  ).getType('Sheet')
  return type && 'getFields' in type ? type.getFields() : {}
}

test('default: every line is a nullable number with its unit in the description', () => {
  const { sharesOutstanding } = fieldsOf('instant')
  expect(String(sharesOutstanding?.type)).toBe('Float')
  expect(sharesOutstanding?.description).toBe('Shares. A number of shares.')
})

test('behavior: a balance has no first day', () => {
  expect(Object.keys(fieldsOf('instant'))).not.toContain('startDate')
  expect(Object.keys(fieldsOf('duration'))).toContain('startDate')
})

import { expect, test } from 'vitest'
import { sanctionsMatch } from './sanctions-match.ts'

test('default: score with four digits, programs joined by a comma, null without any', () => {
  const entry = {
    id: '7',
    listName: 'SDN',
    name: 'ACME',
    type: 'entity' as const,
    programs: ['SDGT', 'IFSR'],
    countries: ['IR'],
    remarks: null,
    aliases: [],
  }
  const match = sanctionsMatch({ entry, matchedName: 'ACME LTD', score: 0.912345 })
  expect(match).toEqual({
    matchedName: 'ACME LTD',
    score: 0.9123,
    listName: 'SDN',
    program: 'SDGT, IFSR',
    programs: ['SDGT', 'IFSR'],
    entityName: 'ACME',
    type: 'entity',
    sdnId: '7',
    entryId: '7',
    countries: ['IR'],
    remarks: null,
    matchedIdentifier: null,
  })
  const byNumber = sanctionsMatch({
    entry,
    matchedName: 'ACME',
    score: 0.99,
    identifier: '9187629',
  })
  expect(byNumber.matchedIdentifier).toBe('9187629')
  const none = { entry: { ...entry, programs: [] }, matchedName: 'ACME', score: 1 }
  expect(sanctionsMatch(none).program).toBeNull()
  const un = { entry: { ...entry, listName: 'UN' }, matchedName: 'ACME', score: 1 }
  expect(sanctionsMatch(un)).toMatchObject({ listName: 'UN', sdnId: null, entryId: '7' })
})

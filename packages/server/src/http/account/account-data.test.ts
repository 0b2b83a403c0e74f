import { expect, test } from 'vitest'
import { connectors } from '../../connectors/connectors.ts'
import { areaGroups, groupOf, unknownGroup } from './account-data.ts'

test('default: every area is in exactly one group', () => {
  const grouped = areaGroups.flatMap(({ areas }) => areas)
  expect(grouped.toSorted()).toEqual(connectors.map(({ area }) => area).toSorted())
  expect(groupOf('gdp')).toBe('Macro')
  expect(groupOf('')).toBe(unknownGroup)
})

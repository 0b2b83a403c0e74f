import { entityAreas } from '@fiq/shared/schema/entity-areas'
import { expect, test } from 'vitest'
import { areaGroups } from './home-catalog.ts'

test('default: each area is in one group, except those that only group others', () => {
  const paths = Object.keys(entityAreas)
  const leaves = paths.filter((path) => !paths.some((other) => other.startsWith(`${path}.`)))
  expect(areaGroups.flatMap(([, areas]) => areas).toSorted()).toEqual(leaves.toSorted())
})

import { expect, test } from 'vitest'
import { ownerOf, sourceOwners } from '../sources/grades/source-grades.ts'
import { connectors } from './connectors.ts'

const upstreams = connectors.flatMap((connector) => connector.upstreams)
const ids = [...new Set(upstreams.map(({ id }) => id))]

test('default: every source has exactly one grade', () => {
  expect(sourceOwners.flatMap(({ sources }) => sources).sort()).toEqual(ids.sort())
  expect(new Set(sourceOwners.map(({ id }) => id)).size).toBe(sourceOwners.length)
})

test('behavior: an owner whose sources need a decision has a text', () => {
  for (const { id, grade, words } of sourceOwners)
    expect(words !== undefined, id).toBe(grade === 'U')
  expect(ownerOf({ id: 'yahoo-chart' })).toMatchObject({ id: 'yahoo', grade: 'U' })
  expect(ownerOf({ id: 'nobody-graded-this' })).toBeUndefined()
})

test('behavior: no host belongs to two owners, so the stored data of an owner can be found', () => {
  const owners = new Map<string, Set<string>>()
  for (const upstream of upstreams)
    for (const host of upstream.hosts)
      owners.set(host, (owners.get(host) ?? new Set()).add(ownerOf(upstream)?.id ?? ''))
  expect([...owners].filter(([, ids]) => ids.size > 1)).toEqual([])
})

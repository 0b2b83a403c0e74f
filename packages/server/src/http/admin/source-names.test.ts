import { expect, test } from 'vitest'
import { connectors } from '../../connectors/connectors.ts'
import { sourceNames } from './source-names.ts'

test('default: names the sources of a host once, and an unknown host by itself', () => {
  const upstream = (name: string, ...hosts: string[]) => ({ name, hosts })
  const nameOf = sourceNames([
    upstream('A', 'a.test', 'shared.test', 'many.test'),
    upstream('A', 'a.test'),
    upstream('B', 'shared.test', 'many.test'),
    upstream('C', 'many.test'),
  ])
  expect(['a.test', 'shared.test', 'many.test', 'other.test'].map(nameOf)).toEqual([
    'A',
    'A, B',
    'A and 2 others',
    'other.test',
  ])
})

test('behavior: every host of every source has a name', () => {
  const all = connectors.flatMap(({ upstreams }) => upstreams)
  const nameOf = sourceNames(all)
  for (const host of all.flatMap(({ hosts }) => hosts)) expect(nameOf(host)).not.toBe(host)
})

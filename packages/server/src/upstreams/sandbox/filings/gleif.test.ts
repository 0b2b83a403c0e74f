import { expect, test } from 'vitest'
import { leiRecords } from './gleif.ts'

const ask = (path: string) => {
  const url = new URL(`https://api.gleif.org/api/v1/lei-records${path}`)
  return JSON.parse(String(leiRecords({ url, expects: 'json' }, 0))).data as { id: string }[]
}

test('default: returns a company by its name, and its children', () => {
  const [apple] = ask('?filter[entity.legalName]=Apple%20Inc.&page[size]=20')
  expect(apple?.id).toMatch(/^SAMPLE[0-9A-Z]{14}$/)
  expect(ask(`/${apple?.id}/direct-children?page[size]=200`)).toHaveLength(2)
})

test('error: returns nothing for an unknown name', () => {
  expect(ask('?filter[entity.legalName]=Nobody')).toEqual([])
  expect(ask('/SAMPLE00000000000000/direct-children')).toEqual([])
})

import { expect, test } from 'vitest'
import { FiqError } from '../errors.ts'
import { readResource } from './answer-resource.ts'

const uri = `fiq://answer/${'0'.repeat(32)}`
const page = { mimeType: 'application/json', text: '{}', next: 7 } as const

test('default: returns a page, and the URI of the next one', async () => {
  const { contents } = await readResource(`${uri}?table=a`, -1, () => page)
  expect(contents).toEqual([
    {
      uri: `${uri}?table=a`,
      mimeType: 'application/json',
      text: '{}',
      _meta: { 'fiq/next': `${uri}?table=a&from=7` },
    },
  ])
})

test.each([
  [undefined, 'BAD_INPUT', -32_602],
  ['http://a', 'BAD_INPUT', -32_002],
  [uri, 'NOT_FOUND', -32_002],
  [uri, 'BAD_INPUT', -32_602],
] as const)('error: %j with %s gives error %i', async (request, code, rpcCode) => {
  const reading = readResource(request, -32_002, (): typeof page => {
    throw new FiqError(code, 'No.')
  })
  await expect(reading).rejects.toMatchObject({ code: rpcCode })
})

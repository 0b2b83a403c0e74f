import { expect, test } from 'vitest'
import { z } from 'zod'
import { bodyDigest } from '../upstreams/mirror-path.ts'
import { recordedTransport } from '../upstreams/testing/recorded.ts'
import { testContext } from './testing/describe-connector.ts'

const at = '2026-11-18T17:00:00Z'
const url = new URL('https://example.org/a')
const origin = { mode: 'recorded', asOf: at, retrievedAt: at, address: url.href }
const answering = (body: unknown) =>
  testContext(recordedTransport([{ recorded: { at, url: url.href }, body }]))
const changed = expect.objectContaining({ code: 'UPSTREAM_CHANGED' })

test('default: returns the fields of the schema, and the origin without the bytes', async () => {
  const context = answering({ a: 1, b: 2 })
  expect(await context.json(url, z.object({ a: z.number() }))).toEqual({
    body: { a: 1 },
    answer: origin,
  })
})

test.each(['<html>', '', '{"a":"x"}', '{'])(
  'error: refuses %j as JSON of the shape',
  async (body) => {
    await expect(answering(body).json(url, z.object({ a: z.number() }))).rejects.toEqual(changed)
  },
)

test('default: returns cells by the names of their columns, in the given order', async () => {
  const context = answering('b,"a: A label",c\n2,1,3\n5,,\n')
  const { body, answer } = await context.csv(url, ['a', 'b'])
  expect(body).toEqual([
    ['1', '2'],
    ['', '5'],
  ])
  expect(answer).toEqual(origin)
})

test.each([
  ['<html></html>', changed],
  ['', changed],
  [
    'b,c\n2,3\n',
    expect.objectContaining({ message: 'example.org answered a table without a and d.' }),
  ],
])('error: refuses %j as CSV of these columns', async (body, error) => {
  await expect(answering(body).csv(url, ['a', 'b', 'd'])).rejects.toEqual(error)
})

test('error: refuses text and bytes of another form too', async () => {
  const request = { url, expects: 'xml' } as const
  await expect(answering('<html>').text(request)).rejects.toEqual(changed)
  await expect(answering('<html>').fetch(request)).rejects.toEqual(changed)
  expect(await answering('<a/>').text(request)).toEqual({ body: '<a/>', answer: origin })
})

test('behavior: omits the address of a POST, because a reader cannot open it', async () => {
  const context = testContext(
    recordedTransport([
      { recorded: { at, url: url.href, bodySha256: bodyDigest('') }, body: { a: 1 } },
    ]),
  )
  const { answer } = await context.json(url, z.object({ a: z.number() }), { method: 'POST' })
  expect(answer).not.toHaveProperty('address')
})

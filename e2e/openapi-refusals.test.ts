import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRequest, type Description } from './testing/described-answers.ts'
import { runningServer } from './testing/running-server.ts'

let server: Awaited<ReturnType<typeof runningServer>>
let document: Description
let ask: ReturnType<typeof createRequest>

beforeAll(async () => {
  server = await runningServer({ serveFacilitator: 'on' })
  document = (await (await fetch(`${server.url}/openapi.json`)).json()) as Description
  ask = createRequest(server.url, document)
})
afterAll(() => server.close())

/**
 * Every operation of the description: its method, its path, and the path with values for its
 * parameters.
 */
function operations() {
  return Object.entries(document.paths).flatMap(([template, ofPath]) =>
    Object.entries(ofPath).map(([method, operation]) => ({
      method: method.toUpperCase(),
      template,
      operation,
      path: template.replace(/\{\w+\}/g, 'x'),
    })),
  )
}

describe('refusals of every path match the description', () => {
  test.each<[string, string, Record<string, string>, number[]]>([
    ['no JSON', '{', {}, [200, 400, 401, 403, 501]],
    ['no object', '7', {}, [200, 400, 401, 403, 501]],
    ['another type', 'x', { 'content-type': 'text/plain' }, [415]],
    ['another charset', '{}', { 'content-type': 'application/json; charset=latin1' }, [415]],
    ['a compressed body', gzipSync('{}').toString('latin1'), { 'content-encoding': 'gzip' }, [415]],
    ['a body of 700 KB', JSON.stringify('x'.repeat(700_000)), {}, [413]],
    ['brackets without end', '['.repeat(50_000), {}, [400]],
  ])('error: %s', async (_, body, headers, statuses) => {
    for (const { method, path, template, operation } of operations())
      if (operation.requestBody) {
        const { status } = await ask(method, path, { body, headers, template })
        expect(statuses, `${method} ${path}`).toContain(status)
      }
  })

  test.each([
    ['no key', undefined],
    ['a key that is none', 'Bearer nope'],
    ['an Authorization of another kind', 'Basic eDp5'],
  ])('error: %s', async (_, authorization) => {
    for (const { method, path, template, operation } of operations()) {
      const body = operation.requestBody ? { body: {} } : {}
      const headers = authorization === undefined ? {} : { authorization }
      const { status, headers: sent } = await ask(method, path, { ...body, headers, template })
      if (status === 401 && !path.startsWith('/a'))
        expect(sent.get('www-authenticate'), path).toContain('Bearer')
    }
  })

  test('error: refuses an unreadable payment as described', async () => {
    for (const { method, path, template, operation } of operations()) {
      const body = operation.requestBody ? { body: {} } : {}
      await ask(method, path, { ...body, headers: { 'payment-signature': 'x' }, template })
    }
  })

  test('error: an unsupported method gives 405 with the supported ones', async () => {
    for (const [template, ofPath] of Object.entries(document.paths)) {
      const path = template.replace(/\{\w+\}/g, 'x')
      for (const method of ['PUT', 'PATCH', 'DELETE', 'POST', 'GET']) {
        if (method.toLowerCase() in ofPath) continue
        const answer = await fetch(`${server.url}${path}`, { method })
        expect([answer.status, await answer.json()], `${method} ${path}`).toMatchObject([
          405,
          { errors: [{ extensions: { code: 'METHOD_NOT_ALLOWED' } }] },
        ])
        const allow = (answer.headers.get('allow') ?? '').split(', ')
        const served = Object.keys(ofPath).map((each) => each.toUpperCase())
        expect(
          allow.filter((each) => each !== 'OPTIONS'),
          path,
        ).toEqual(served)
      }
    }
  })
})

test('error: a request above the limit gives 429 as described, for each limit', async () => {
  const now = new Date()
  const settings = { serveFacilitator: 'on', rateLimit: '1' } as const
  const strict = await runningServer(settings, () => now)
  const askStrict = createRequest(strict.url, document)
  await askStrict('GET', '/api/graphql?query=%7B__typename%7D')
  const refused = new Set<string>()
  const askAll = async () => {
    for (const { method, path, template, operation } of operations()) {
      const body = operation.requestBody ? { body: {} } : {}
      const { status } = await askStrict(method, path, { ...body, template })
      if (status === 429) refused.add(`${method} ${path}`)
    }
  }
  await askAll()
  // Pages have no limit of requests, but each is work: 10 of at most 600 units.
  for (let n = 0; n < 60; n += 1) await fetch(`${strict.url}/facilitator/discovery/resources`)
  await askAll()
  await strict.close()
  const counted = operations().filter(({ operation }) => operation.responses['429'])
  expect([...refused].sort()).toEqual(counted.map(({ method, path }) => `${method} ${path}`).sort())
})

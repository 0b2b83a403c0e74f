import { defined } from '@fiq/shared/defined'
import { describe, expect, test } from 'vitest'
import { createOrganisation, issueKey } from '../../accounts/accounts.ts'
import { oneField } from '../testing/one-field.ts'
import { smallApp } from '../testing/small-app.ts'

const connector = oneField(10)

async function scene() {
  const { app, access, clock, problems } = smallApp(connector)
  const createKey = async (name: string) => {
    const { id } = await createOrganisation({ name, plan: 'basic' }, access.accounts)
    return (await issueKey({ organisation: id, name: 'first' }, access.accounts)).key
  }
  const send = (method: 'GET' | 'POST' | 'DELETE', url: string, key: string, body?: unknown) =>
    app.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${key}`,
        ...defined({ 'content-type': body === undefined ? undefined : 'application/json' }),
      },
      ...defined({ payload: body === undefined ? undefined : JSON.stringify(body) }),
    })
  return { app, access, send, createKey, clock, problems }
}

describe('/api/v1/keys', () => {
  test('default: created, shown once, listed by prefix, revoked, and then refused', async () => {
    const { send, createKey, clock } = await scene()
    const first = await createKey('Acme')
    clock.nowMs += 1_000
    const made = await send('POST', '/api/v1/keys', first, { name: 'ci', expiresInDays: 30 })
    expect(made.statusCode).toBe(201)
    const { key, id, prefix } = made.json()
    expect(made.json()).toMatchObject({
      name: 'ci',
      active: true,
      expiresAt: '2023-12-14T22:13:21.000Z',
    })

    const list = await send('GET', '/api/v1/keys', key)
    expect(list.json().keys.map((row: { name: string }) => row.name)).toEqual(['first', 'ci'])
    expect(list.json().keys[1]).toMatchObject({ id, prefix, revokedAt: null })
    expect(list.body).not.toContain(key)
    expect(list.body).not.toContain('hash')

    expect((await send('DELETE', `/api/v1/keys/${id}`, first)).json()).toMatchObject({ id })
    expect((await send('GET', '/api/v1/keys', key)).statusCode).toBe(401)
    expect((await send('DELETE', `/api/v1/keys/${id}`, first)).statusCode).toBe(404)
  })

  test('behavior: a key does not last longer than the key that created it', async () => {
    const { app, send, access, clock } = await scene()
    const { id } = await createOrganisation({ name: 'Acme', plan: 'basic' }, access.accounts)
    const wanted = { organisation: id, name: 'sign-in', days: 7 }
    const { key, row } = await issueKey(wanted, access.accounts)
    clock.nowMs += 86_400_000
    const ends = new Date(row.expiresAt ?? 0).toISOString()
    for (const body of [{}, { expiresInDays: 3_650 }])
      expect((await send('POST', '/api/v1/keys', key, body)).json().expiresAt).toBe(ends)
    const short = await send('POST', '/api/v1/keys', key, { expiresInDays: 1 })
    expect(short.json().expiresAt).toBe('2023-11-16T22:13:20.000Z')
    await app.close()
  })

  test('error: a key created with a key creates none, and revokes only itself', async () => {
    const { send, createKey } = await scene()
    const first = await createKey('Acme')
    const { key: child, id } = (await send('POST', '/api/v1/keys', first, {})).json()
    const { keys } = (await send('GET', '/api/v1/keys', child)).json()
    const owner = keys.find((each: { id: string }) => each.id !== id).id
    for (const refused of [
      await send('POST', '/api/v1/keys', child, {}),
      await send('DELETE', `/api/v1/keys/${owner}`, child),
    ])
      expect([refused.statusCode, refused.json().errors[0].extensions.code]).toEqual([
        403,
        'KEY_DENIED',
      ])
    expect((await send('GET', '/api/v1/keys', first)).json().keys).toHaveLength(2)
    expect((await send('DELETE', `/api/v1/keys/${id}`, child)).statusCode).toBe(200)
    expect((await send('GET', '/api/v1/keys', child)).statusCode).toBe(401)
  })

  test('error: a key of another organisation cannot be revoked or seen', async () => {
    const { send, createKey } = await scene()
    const [ours, theirs] = [await createKey('Ours'), await createKey('Theirs')]
    const { id } = (await send('GET', '/api/v1/keys', theirs)).json().keys[0]
    expect((await send('DELETE', `/api/v1/keys/${id}`, ours)).statusCode).toBe(404)
    expect((await send('GET', '/api/v1/keys', theirs)).statusCode).toBe(200)
    expect((await send('GET', '/api/v1/keys', ours)).body).not.toContain(id)
  })

  test.each([{ name: 1 }, { name: '' }, { expiresInDays: 0 }, { expiresInDays: '30' }, []])(
    'error: %j is not a key',
    async (body) => {
      const { send, createKey, problems } = await scene()
      const answer = await send('POST', '/api/v1/keys', await createKey('Acme'), body)
      expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([
        400,
        'BAD_INPUT',
      ])
      expect(problems).toEqual([])
    },
  )

  test('error: other methods give 405 with the supported ones', async () => {
    const { app } = await scene()
    const answer = await app.inject({ method: 'PUT', url: '/api/v1/keys' })
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'GET, POST, OPTIONS'])
  })
})

describe('/api/v1/usage', () => {
  test('default: the spending of each key, by day and area', async () => {
    const { send, createKey, clock } = await scene()
    const key = await createKey('Acme')
    for (const days of [0, 1]) {
      clock.nowMs += days * 86_400_000
      await send('POST', '/api/graphql', key, { query: '{ cheap }' })
    }
    const usage = (await send('GET', '/api/v1/usage?days=30', key)).json()
    expect(usage).toMatchObject({ operations: 2, credits: 20 })
    expect(usage.days).toEqual([
      {
        day: '2023-11-15',
        operations: 1,
        credits: 10,
        key: expect.objectContaining({ name: 'first' }),
      },
      {
        day: '2023-11-14',
        operations: 1,
        credits: 10,
        key: expect.objectContaining({ name: 'first' }),
      },
    ])
    expect(usage.areas).toEqual([{ area: 'quotes', operations: 2, credits: 20 }])
    expect((await send('GET', '/api/v1/usage?days=1', key)).json()).toMatchObject({ operations: 1 })
  })

  test.each(['0', '367', 'x', '-1', '1.5'])('error: days=%s', async (days) => {
    const { send, createKey } = await scene()
    const answer = await send('GET', `/api/v1/usage?days=${days}`, await createKey('Acme'))
    expect(answer.statusCode).toBe(400)
  })
})

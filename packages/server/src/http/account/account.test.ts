import { defined } from '@fiq/shared/defined'
import fc from 'fast-check'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { createGoogle } from '../../accounts/google/create-google.ts'
import { sessionLimits } from '../session/browser-sessions.ts'
import { oneField } from '../testing/one-field.ts'
import { smallApp } from '../testing/small-app.ts'
import { readAccount, spans } from './account-data.ts'

const account = privateKeyToAccount(generatePrivateKey())
const site = 'https://fiq.test'
type Fields = Record<string, string>

const google = createGoogle(
  { googleIssuer: 'https://id.test', googleClientId: 'fiq', googleClientSecretFile: undefined },
  { FIQ_GOOGLE_CLIENT_SECRET: 'secret' },
)!

function scene() {
  const small = smallApp(oneField(1), {}, { publicUrl: site, identityProviders: { google } })
  const { app, access, clock } = small
  const send = async (method: 'GET' | 'POST', url: string, body?: unknown, fields: Fields = {}) => {
    const headers = {
      host: 'fiq.test',
      'sec-fetch-site': 'same-origin',
      ...defined({
        origin: body === undefined ? undefined : site,
        'content-type': body === undefined ? undefined : 'application/json',
      }),
      ...fields,
    }
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) }
    return app.inject({ method, url, headers, ...payload })
  }
  const signed = async (domain = 'fiq.test') => {
    const { nonce } = (await send('GET', '/auth/siwx/nonce')).json()
    const message = createSiweMessage({
      address: account.address,
      chainId: 8453,
      domain,
      nonce,
      uri: site,
      version: '1',
      issuedAt: new Date(clock.nowMs),
    })
    return { message, signature: await account.signMessage({ message }) }
  }
  const signIn = async () => {
    const answer = await send('POST', '/account/api/sign-in', await signed())
    const field = String(answer.headers['set-cookie'])
    const cookie = field.split(';')[0]!
    const page = (await send('GET', '/account', undefined, { cookie })).body
    return { field, page, mine: { cookie, 'x-fiq-csrf': /data-csrf="(\w+)"/.exec(page)![1]! } }
  }
  return { ...small, access, send, signed, signIn }
}

describe('the account page', () => {
  test('default: the page of a wallet says that Google is another account', async () => {
    const { signIn } = scene()
    const { page } = await signIn()
    expect(page).toContain('Signing in with Google opens another account, with its own keys')
  })

  test('default: a wallet signs in, creates a key that is shown once, and signs out', async () => {
    const { send, signIn } = scene()
    const visitor = await send('GET', '/account')
    expect(visitor.body).toContain('<h1 id="sign-in-title">Sign in</h1>')
    expect(visitor.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    const { field, mine } = await signIn()
    expect(field).toMatch(/^__Host-fiq_account=[\w-]{43}; Path=\/; Max-Age=43200; /)
    expect(field).toContain('; HttpOnly; SameSite=Strict; Secure')
    const made = await send('POST', '/account/api/keys', { name: '<b>ci' }, mine)
    const { key, id } = made.json()
    expect(key).toMatch(/^fiq_/)
    const page = await send('GET', '/account', undefined, mine)
    expect(page.headers['cache-control']).toBe('private, no-store')
    expect(page.body).toContain('&lt;b&gt;ci')
    expect(page.body).not.toContain(key)
    const bearer = { authorization: `Bearer ${key}` }
    expect((await send('GET', '/api/v1/credits', undefined, bearer)).statusCode).toBe(200)
    expect((await send('POST', '/account/api/keys/revoke', { key: id }, mine)).statusCode).toBe(200)
    expect((await send('POST', '/account/api/keys/revoke', { key: id }, mine)).statusCode).toBe(404)
    expect((await send('GET', '/api/v1/credits', undefined, bearer)).statusCode).toBe(401)
    const out = await send('POST', '/account/api/sign-out', {}, mine)
    expect(String(out.headers['set-cookie'])).toContain('fiq_account=; Path=/; Max-Age=0')
    expect((await send('GET', '/account', undefined, mine)).body).toContain('sign-in-title')
    expect((await send('GET', '/account/areas.csv', undefined, mine)).statusCode).toBe(401)
  })

  test('error: a change without token, origin or session, or from another site, has no effect', async () => {
    const { send, signIn, access } = scene()
    const { mine } = await signIn()
    const { cookie } = mine
    for (const [fields, status] of [
      [{ cookie }, 403],
      [{ cookie, 'x-fiq-csrf': 'x'.repeat(64) }, 403],
      [{ ...mine, origin: 'https://evil.test' }, 403],
      [{ ...mine, 'sec-fetch-site': 'cross-site' }, 403],
      [{ 'x-fiq-csrf': mine['x-fiq-csrf'] }, 401],
    ] as const) {
      const answer = await send('POST', '/account/api/keys', { name: 'evil' }, fields as Fields)
      expect(answer.statusCode).toBe(status)
    }
    const none = await send('POST', '/account/api/keys', undefined, mine)
    expect(none.statusCode).toBe(403)
    expect(await access.accounts.store.keys()).toEqual([])
    const organisation = (await access.accounts.store.organisations())[0]!.id
    const topUp = { amountUsd: '5', organisation }
    const bought = await send('POST', '/api/v1/credits/topup', topUp, { cookie })
    expect(bought.statusCode).toBe(400)
    expect((await send('POST', '/api/v1/credits/topup', topUp, mine)).statusCode).toBe(402)
  })

  test('error: a message for another site gives no session, and a message works once', async () => {
    const { send, signed } = scene()
    const foreign = await send('POST', '/account/api/sign-in', await signed('evil.test'))
    expect(foreign.statusCode).toBe(401)
    const once = await signed()
    expect((await send('POST', '/account/api/sign-in', once)).statusCode).toBe(200)
    const twice = await send('POST', '/account/api/sign-in', once)
    expect([twice.statusCode, twice.headers['set-cookie']]).toEqual([401, undefined])
  })

  test('behavior: an idle session ends', async () => {
    const { send, signIn, clock } = scene()
    const { mine } = await signIn()
    clock.nowMs += sessionLimits.idleMs
    expect((await send('GET', '/account', undefined, mine)).body).toContain('sign-in-title')
  })

  test.each(['days=0', 'days=31', 'days=x', 'days=7&days=30', 'days='])(
    'error: refuses the span %s, for the page and every file',
    async (query) => {
      const { send, signIn } = scene()
      const { mine } = await signIn()
      for (const path of ['', '/days.csv', '/areas.csv', '/statement.csv'])
        expect((await send('GET', `/account${path}?${query}`, undefined, mine)).statusCode).toBe(
          400,
        )
    },
  )

  test('default: files have the rows of the page, and no formula', async () => {
    const { send, signIn, access, clock } = scene()
    const { mine } = await signIn()
    const { store } = access.accounts
    const [{ id } = { id: '' }] = await store.organisations()
    const { key } = (await send('POST', '/account/api/keys', { name: '=cmd' }, mine)).json()
    await store.give({ id: 'g', organisation: id, kind: 'topup', credits: 40, at: clock.nowMs })
    clock.nowMs += 1
    await send('POST', '/api/graphql', { query: '{ cheap }' }, { authorization: `Bearer ${key}` })
    const file = async (name: string) =>
      (await send('GET', `/account/${name}`, undefined, mine)).body
    expect((await file('areas.csv?days=7')).split('\r\n')).toEqual([
      'Area,Group,Queries,Credits,USDC',
      'quotes,Market,1,5,0.015',
      '',
    ])
    expect((await file('days.csv?days=7')).split('\r\n')).toHaveLength(9)
    const statement = (await file('statement.csv')).split('\r\n')
    expect(statement[0]).toBe('Time (UTC),Entry,About,Key,Credits,USDC,Reference')
    expect(statement[1]).toContain(",query,cheap,'=cmd,-5,-0.015,")
    expect(statement[2]).toContain(',bought,,,40,0.120,')
  })
})

test('property: days, areas, keys and the balance sum to the same credits', async () => {
  const { access, clock } = scene()
  const { store } = access.accounts
  const debit = fc.record({
    ago: fc.integer({ min: 0, max: 40 }),
    area: fc.constantFrom('quotes', 'gdp', 'news', ''),
    credits: fc.integer({ min: 1, max: 50 }),
    back: fc.integer({ min: 0, max: 50 }),
  })
  let n = 0
  await fc.assert(
    fc.asyncProperty(fc.array(debit, { maxLength: 12 }), async (debits) => {
      n += 1
      const id = `o${n}`
      const organisation = { id, name: id, plan: 'pay-as-you-go', createdAt: 0 }
      await store.createOrganisation(organisation)
      const give = { id: `g${n}`, organisation: id, kind: 'grant', credits: 10_000 } as const
      await store.give({ ...give, at: clock.nowMs })
      for (const [place, { ago, area, credits, back }] of debits.entries()) {
        const at = clock.nowMs - ago * 86_400_000
        const charge = { organisation: id, key: 'k', month: '2000-01', monthlyCredits: 0, at }
        const bought = { text: area, areas: [{ area, credits }] }
        const name = `${n}-${place}`
        await store.take({
          ...charge,
          ...defined({ bought: area === '' ? undefined : bought }),
          id: name,
          credits,
        })
        if (back > 0 && back <= credits)
          await store.refund({ id: `r${name}`, debit: name, credits: back, at })
      }
      for (const [days] of spans) {
        const read = await readAccount(organisation, days, { access, report() {} })
        const sum = (of: readonly { credits: number; operations: number }[]) =>
          of.reduce((all, each) => [all[0]! + each.credits, all[1]! + each.operations], [0, 0])
        expect(sum(read.usage)).toEqual([read.used, read.operations])
        expect(sum(read.areas)).toEqual([read.used, read.operations])
        const groups = read.usage.flatMap((day) => day.groups)
        expect(groups.reduce((all, each) => all + each, 0)).toBe(read.used)
        const shown = debits.filter(({ ago }) => ago < days)
        expect(read.operations).toBe(shown.length)
      }
      const year = await readAccount(organisation, 366, { access, report() {} })
      expect(year.left).toBe(10_000 - year.used)
    }),
    { numRuns: 25 },
  )
})

import { createHash, randomBytes } from 'node:crypto'
import { disclaimers } from '@fiq/shared/catalog/disclaimers'
import { comparisonCode } from '@fiq/shared/comparison-code'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGoogle } from '../../accounts/google/create-google.ts'
import { oneField } from '../testing/one-field.ts'
import { type OpenidProvider, startOpenidProvider } from '../testing/openid-provider.ts'
import { smallApp } from '../testing/small-app.ts'

const connector = oneField(1)
const redirectUri = 'http://fiq.test/auth/google/callback'

describe('sign-in with Google', () => {
  let provider: OpenidProvider
  beforeAll(async () => {
    provider = await startOpenidProvider(redirectUri)
  })
  afterAll(() => provider.close())

  function scene(issuer = provider.issuer, secret = provider.clientSecret) {
    const google = createGoogle(
      { googleIssuer: issuer, googleClientId: 'fiq', googleClientSecretFile: undefined },
      { FIQ_GOOGLE_CLIENT_SECRET: secret },
    )!
    const identityProviders = { google }
    const { app, access, clock, problems } = smallApp(connector, {}, { identityProviders })
    /** A browser that stores the cookie and follows redirects. */
    const browser = () => {
      let cookie = ''
      const get = async (url: string, accept = 'text/html') => {
        const answer = await app.inject({ url, headers: { accept, cookie } })
        const field = String(answer.headers['set-cookie'] ?? '')
        if (field) cookie = field.split(';')[0]!
        return answer
      }
      const begin = async (query = '') =>
        String((await get(`/auth/google${query}`)).headers.location)
      const back = async (callback: URL, accept?: string) =>
        get(`${callback.pathname}${callback.search}`, accept)
      return { get, begin, back }
    }
    const signedIn = async (login: string) => {
      const { begin, back } = browser()
      return back(await provider.signIn(await begin(), login), 'application/json')
    }
    return { app, access, clock, problems, browser, signedIn }
  }
  const refusal = (answer: { statusCode: number; json(): unknown }) => {
    const { errors } = answer.json() as {
      errors: { message: string; extensions: { code: string } }[]
    }
    expect([answer.statusCode, errors[0]?.extensions.code]).toEqual([401, 'SIGN_IN_REFUSED'])
    return errors[0]!.message
  }

  test('default: a person signs in to the account page, without a new key', async () => {
    const { browser, access } = scene()
    const { get, begin, back } = browser()
    const page = await back(await provider.signIn(await begin('?account=1'), 'ada'))
    expect([page.statusCode, page.headers['refresh']]).toEqual([200, '0; url=/account'])
    expect(page.headers['set-cookie']).toMatch(
      /^fiq_account=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    )
    expect(page.body).not.toMatch(/fiq_[\w-]{43}/)
    expect((await get('/account')).body).toContain('Signed in with Google')
    expect(await access.accounts.store.keys()).toEqual([])
  })

  test('default: a person returns, and a page shows a working key once', async () => {
    const { app, browser, access } = scene()
    const { get, begin, back } = browser()
    const first = await get('/auth/google')
    expect(first.statusCode).toBe(302)
    expect(first.headers['set-cookie']).toMatch(
      /^fiq_sign_in=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    )
    const page = await back(await provider.signIn(await begin(), 'ada'))
    expect(page.statusCode).toBe(200)
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'set-cookie': expect.stringContaining('Max-Age=0'),
    })
    expect(page.body).not.toContain('<script')
    for (const disclaimer of disclaimers) expect(page.body).toContain(disclaimer)
    const key = /fiq_[\w-]{43}/.exec(page.body)?.[0]
    const credits = await app.inject({
      url: '/api/v1/credits',
      headers: { authorization: `Bearer ${key}` },
    })
    expect(credits.json()).toMatchObject({ organisation: { name: `${provider.issuer} ada` } })
    const [organisation] = await access.accounts.store.organisations()
    expect(organisation?.subject).toBe(`${provider.issuer} ada`)
  })

  test('behavior: returns JSON on request; a person has one organisation, others have their own', async () => {
    const { signedIn } = scene()
    const [one, two, other] = [await signedIn('bob'), await signedIn('bob'), await signedIn('eve')]
    expect(one.json()).toMatchObject({
      key: expect.stringMatching(/^fiq_/),
      name: 'google sign-in',
      plan: 'pay-as-you-go',
      active: true,
    })
    expect(two.json().organisation).toBe(one.json().organisation)
    expect(two.json().key).not.toBe(one.json().key)
    expect(other.json().organisation).not.toBe(one.json().organisation)
  })

  test('error: refuses another state, another browser, or none', async () => {
    const { browser, access } = scene()
    const { begin, back } = browser()
    const callback = await provider.signIn(await begin(), 'ada')
    const changed = new URL(callback)
    changed.searchParams.set('state', 'x'.repeat(43))
    expect(refusal(await back(changed, 'application/json'))).toContain(
      'not started in this browser',
    )
    const stranger = browser()
    expect(refusal(await stranger.back(callback, 'application/json'))).toContain('not started')
    await stranger.begin()
    expect(refusal(await stranger.back(callback, 'application/json'))).toContain('not started')
    expect(await access.accounts.store.keys()).toEqual([])
  })

  test("error: the page of a refusal is as strict, and shows the query's values as text", async () => {
    const { browser } = scene()
    const page = await browser().get('/auth/google/callback?state=<script>alert(1)</script>')
    expect(page.statusCode).toBe(401)
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(page.body).not.toContain('<script>')
  })

  test('error: refuses a repeated or concurrent callback, and a code of another sign-in', async () => {
    const { browser, app, access } = scene()
    const address = '/auth/google'
    const started = await app.inject(address)
    const cookie = String(started.headers['set-cookie']).split(';')[0]!
    const callback = await provider.signIn(String(started.headers.location), 'ada')
    const come = () =>
      app.inject({
        url: `${callback.pathname}${callback.search}`,
        headers: { cookie, accept: 'application/json' },
      })
    const both = await Promise.all([come(), come()])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
    expect(refusal(await come())).toContain('already completed')

    const other = browser()
    const unused = await provider.signIn(await other.begin(), 'ada')
    const replayed = new URL(unused)
    replayed.searchParams.set('code', String(callback.searchParams.get('code')))
    expect(refusal(await other.back(replayed, 'application/json'))).toContain('did not confirm')
    expect(await access.accounts.store.keys()).toHaveLength(1)
  })

  test('error: refuses a token with another nonce, and a code for another verifier', async () => {
    const { browser } = scene()
    for (const name of ['nonce', 'code_challenge']) {
      const { begin, back } = browser()
      const address = new URL(await begin())
      address.searchParams.set(name, createHash('sha256').update(name).digest('base64url'))
      const callback = await provider.signIn(address.href, 'ada')
      expect(refusal(await back(callback, 'application/json'))).toContain('did not confirm')
    }
  })

  test('error: refuses a sign-in that took longer than ten minutes', async () => {
    const { browser, clock } = scene()
    const { begin, back } = browser()
    const callback = await provider.signIn(await begin(), 'ada')
    clock.nowMs += 600_000
    expect(refusal(await back(callback, 'application/json'))).toContain('ten minutes')
  })

  test('error: refuses a response of another issuer, and a provider with a wrong identity', async () => {
    const { browser } = scene()
    const { begin, back } = browser()
    const callback = await provider.signIn(await begin(), 'ada')
    callback.searchParams.set('iss', 'https://evil.test')
    expect(refusal(await back(callback, 'application/json'))).toContain('did not confirm')

    const { app } = scene(provider.issuer.replace('127.0.0.1', 'localhost'))
    const answer = await app.inject({
      url: '/auth/google',
      headers: { accept: 'application/json' },
    })
    expect(answer.json().errors[0].extensions.code).toBe('UPSTREAM_UNAVAILABLE')
  })

  test('error: refuses a token that the provider did not sign', async () => {
    const forging = await startOpenidProvider(redirectUri)
    const { begin, back } = scene(forging.issuer, forging.clientSecret).browser()
    const honest = await forging.signIn(await begin(), 'ada')
    expect((await back(honest, 'application/json')).statusCode).toBe(200)
    forging.forgeSignatures()
    const callback = await forging.signIn(await begin(), 'ada')
    expect(refusal(await back(callback, 'application/json'))).toContain('did not confirm')
    forging.close()
  })

  test('error: reports a person who declined, and a client with a wrong secret', async () => {
    const { browser } = scene()
    const { begin, back } = browser()
    const state = new URL(await begin()).searchParams.get('state')
    const query = new URLSearchParams({
      error: 'access_denied',
      state: state!,
      iss: provider.issuer,
    })
    const declined = await back(new URL(`${redirectUri}?${query}`), 'application/json')
    expect(refusal(declined)).toContain('did not confirm')
    expect(declined.body).toContain('access_denied')

    const wrong = scene(provider.issuer, 'another secret')
    const answer = await wrong.signedIn('ada')
    expect(refusal(answer)).toContain('did not confirm')
    expect(answer.body).not.toContain('another secret')
  })

  test('error: a server without Google sign-in reports it', async () => {
    const { app } = smallApp(connector)
    const answers = await Promise.all([
      app.inject({ url: '/auth/google', headers: { accept: 'application/json' } }),
      app.inject({ method: 'POST', url: '/auth/google/token', payload: {} }),
    ])
    for (const answer of answers)
      expect(answer.json().errors[0].extensions.code).toBe('NOT_CONFIGURED')
  })

  describe('for a program on the same computer', () => {
    const verifier = randomBytes(32).toString('base64url')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const query = `?cli_port=50123&cli_challenge=${challenge}&cli_state=${'s'.repeat(22)}`
    const token = ({ app }: ReturnType<typeof scene>, body: unknown) =>
      app.inject({
        method: 'POST',
        url: '/auth/google/token',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      })
    /** The last address of the browser. */
    const ended = async ({ browser }: ReturnType<typeof scene>) => {
      const { get, back } = browser()
      const page = await get(`/auth/google${query}`)
      const address = continueAddress(page.body)
      const answer = await back(await provider.signIn(address, 'ada'))
      return { page, answer, location: new URL(String(answer.headers.location)) }
    }

    test('default: the person compares a code, and the program gets the key for its secret', async () => {
      const here = scene()
      const { page, answer, location } = await ended(here)
      expect([page.statusCode, page.headers.location]).toEqual([200, undefined])
      expect(page.body).toContain(comparisonCode(challenge))
      expect(answer.statusCode).toBe(302)
      expect(answer.body).toBe('')
      expect(`${location.origin}${location.pathname}`).toBe('http://127.0.0.1:50123/callback')
      expect(location.searchParams.get('state')).toBe('s'.repeat(22))
      expect(await here.access.accounts.store.keys()).toEqual([])

      const code = location.searchParams.get('code')
      const got = await token(here, { code, verifier, expiresInDays: 1 })
      expect(got.json()).toMatchObject({ key: expect.stringMatching(/^fiq_/), active: true })
      expect(got.headers['cache-control']).toBe('private, no-store')
      expect(refusal(await token(here, { code, verifier }))).toContain('used')
    })

    test('error: the program is notified if a person declined or a provider refused', async () => {
      const here = scene()
      const { get, back } = here.browser()
      const page = await get(`/auth/google${query}`)
      const address = new URL(continueAddress(page.body))
      const declined = new URL(redirectUri)
      declined.search = `?error=access_denied&state=${address.searchParams.get('state')}&iss=${provider.issuer}`
      const answer = await back(declined)
      expect(answer.statusCode).toBe(302)
      const location = new URL(String(answer.headers.location))
      expect(location.origin).toBe('http://127.0.0.1:50123')
      expect(Object.fromEntries(location.searchParams)).toEqual({
        error: 'SIGN_IN_REFUSED',
        error_description: expect.stringContaining('access_denied'),
        state: 's'.repeat(22),
      })
      expect(here.problems).toEqual([])
    })

    test('error: the code alone gives nothing, and ends the attempt', async () => {
      const here = scene()
      const code = (await ended(here)).location.searchParams.get('code')
      expect(refusal(await token(here, { code, verifier: 'v'.repeat(43) }))).toContain('verifier')
      expect(refusal(await token(here, { code, verifier }))).toContain('used')
      expect(await here.access.accounts.store.keys()).toEqual([])
    })

    test('error: a code is valid for a minute', async () => {
      const here = scene()
      const code = (await ended(here)).location.searchParams.get('code')
      here.clock.nowMs += 60_000
      expect(refusal(await token(here, { code, verifier }))).toContain('older than a minute')
    })

    test.each([
      '?cli_port=80&cli_challenge=C&cli_state=S',
      '?cli_port=50123',
      `?cli_port=evil.test&cli_challenge=${challenge}&cli_state=${'s'.repeat(22)}`,
      `?cli_port=50123&cli_challenge=short&cli_state=${'s'.repeat(22)}`,
      `?cli_port=50123&cli_challenge=${challenge}&cli_state=%0d%0a`,
    ])('error: refuses %s before anything begins', async (bad) => {
      const { app } = scene()
      const answer = await app.inject({
        url: `/auth/google${bad}`,
        headers: { accept: 'application/json' },
      })
      expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([400, undefined])
    })

    test.each([{}, { code: 1, verifier }, { code: 'x', verifier: 'short' }])(
      'error: %j gets no key',
      async (body) => {
        expect((await token(scene(), body)).statusCode).toBe(400)
      },
    )
  })
})

/** The address at which the page of a program's sign-in continues. */
function continueAddress(page: string): string {
  return /class="btn main" href="([^"]+)"/.exec(page)![1]!.replaceAll('&amp;', '&')
}

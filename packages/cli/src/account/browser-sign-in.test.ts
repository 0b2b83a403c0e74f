import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { HttpRequest } from '../http/send-request.ts'
import { testTerminal } from '../payment/testing/test-payer.ts'
import { browserSignIn, signInTimeoutMs } from './browser-sign-in.ts'

const place = { serverUrl: new URL('https://fiq.example/base/'), provider: 'google' }
const code = 'c'.repeat(43)

/** A browser that returns immediately with the values of the query. */
function scene(
  query: (state: string) => Record<string, string>,
  answer = { status: 200, body: '' },
) {
  const sent: HttpRequest[] = []
  const { terminal, shown } = testTerminal()
  const waits: [number, () => void][] = []
  let random = 0
  const signIn = browserSignIn(place, {
    send: async (request) => {
      sent.push(request)
      return { ...answer, headers: {} }
    },
    terminal,
    randomBytes: (length) => new Uint8Array(length).fill(++random),
    after: (ms, run) => {
      waits.push([ms, run])
      return () => waits.pop()
    },
    async openBrowser(address) {
      const { searchParams } = new URL(address)
      const back = new URLSearchParams(query(searchParams.get('cli_state') ?? ''))
      if (back.size > 0)
        await fetch(`http://127.0.0.1:${searchParams.get('cli_port')}/callback?${back}`)
      return true
    },
  })
  return { signIn, sent, shown, waits }
}

describe('browserSignIn', () => {
  test("default: returns the browser's code with the secret that it needs", async () => {
    const { signIn, sent, shown, waits } = scene((state) => ({ code, state }))
    const got = await signIn
    expect(got.code).toBe(code)
    const { origin, pathname, searchParams } = sent[0]!.url
    expect(origin + pathname).toBe('https://fiq.example/base/auth/google')
    expect(searchParams.get('cli_challenge')).toBe(
      createHash('sha256').update(got.verifier).digest('base64url'),
    )
    expect(searchParams.get('cli_state')).not.toBe(got.verifier)
    expect(shown.join('')).toMatch(/shows this code: [0-9A-F]{4}-[0-9A-F]{4}\n/)
    expect(shown.join('')).not.toContain(got.verifier)
    expect(waits).toEqual([])
  })

  test('error: a failure in the browser is reported without control characters', async () => {
    const description = 'access_denied \u001b[2J at the provider'
    const { signIn } = scene((state) => ({
      error: 'UPSTREAM_UNAVAILABLE',
      error_description: description,
      state,
    }))
    await expect(signIn).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      facts: ['The server says: access_denied  at the provider'],
    })
  })

  test('error: an unknown error code', async () => {
    const { signIn } = scene((state) => ({ error: 'constructor', state }))
    await expect(signIn).rejects.toMatchObject({ code: 'SIGN_IN_REFUSED', facts: [] })
  })

  test('error: a server without Google sign-in is reported before a browser opens', async () => {
    const error = {
      message: 'This server has no sign-in with Google.',
      extensions: { code: 'NOT_CONFIGURED' },
    }
    const body = JSON.stringify({ errors: [error] })
    const { signIn, shown } = scene(() => ({}), { status: 501, body })
    await expect(signIn).rejects.toMatchObject({ code: 'NOT_CONFIGURED' })
    expect(shown).toEqual([])
  })

  test('error: no callback within ten minutes', async () => {
    const { signIn, waits } = scene(() => ({}))
    const failed = expect(signIn).rejects.toMatchObject({
      facts: ['Waited: 10 min'],
      remedy: expect.stringContaining('fiq login google'),
    })
    await expect.poll(() => waits).toEqual([[signInTimeoutMs, expect.any(Function)]])
    waits[0]![1]()
    await failed
  })
})

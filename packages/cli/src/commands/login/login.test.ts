import { FiqError } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import type { AccountPorts } from '../../account/account-ports.ts'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { run as credits } from '../credits/run.ts'
import { run as logout } from '../logout/run.ts'
import { run as topup } from '../topup/run.ts'
import { signInWith } from './browser/run.ts'
import { run as loginKey } from './key/run.ts'
import { run as loginSiwx } from './siwx/run.ts'

const none = { arguments: {}, options: {} }
const kept: unknown[] = []
const keep: AccountPorts['store'] = async (...given) => {
  kept.push(given)
  return 'file'
}

describe('fiq login', () => {
  test('default: siwx signs the message for the nonce, and stores the received key', async () => {
    const { context, out, err, called } = sceneOf({
      format: 'json',
      account: {
        store: keep,
        signIn: async (answer) => ({ message: `m ${answer}`, signature: '0x1', address: '0x2' }),
      },
      free: (path) =>
        path.endsWith('nonce')
          ? 'n'
          : { key: 'fiq_1', id: 'k1', expiresAt: '2026-12-20T00:00:00Z', credits: 0 },
    })
    await loginSiwx(context, { arguments: {}, options: { days: '7' } })
    expect(called).toEqual([
      { path: '/auth/siwx/nonce' },
      { path: '/auth/siwx/verify', body: { message: 'm n', signature: '0x1', expiresInDays: 7 } },
    ])
    expect(kept.pop()).toEqual([
      'fiq_1',
      { by: 'siwx', id: 'k1', expiresAt: '2026-12-20T00:00:00Z' },
      undefined,
    ])
    expect(JSON.parse(out())).toMatchObject({ profile: 'default', store: 'file', by: 'siwx' })
    expect(out() + err()).not.toContain('fiq_1')
    expect(err()).toContain('fiq topup')
  })

  test('default: google stores the key received for the code and the secret of this run', async () => {
    const opened: unknown[] = []
    const { context, called } = sceneOf({
      account: {
        store: keep,
        signInWithBrowser: async (given) => {
          opened.push(given)
          return { code: 'c', verifier: 'v' }
        },
      },
      free: () => ({ key: 'fiq_3', id: 'k3', expiresAt: null }),
    })
    await signInWith('google')(context, { arguments: {}, options: { browser: false } })
    await signInWith('google')(context, { arguments: {}, options: { browser: true, days: '2' } })
    expect(opened).toEqual([
      { provider: 'google', open: false },
      { provider: 'google', open: true },
    ])
    expect(called).toEqual([
      { path: '/auth/google/token', body: { code: 'c', verifier: 'v' } },
      { path: '/auth/google/token', body: { code: 'c', verifier: 'v', expiresInDays: 2 } },
    ])
    expect(kept.pop()).toEqual(['fiq_3', { by: 'google', id: 'k3' }, undefined])
  })

  test('behavior: on a terminal, shows the day on which the key expires', async () => {
    const { context, out } = sceneOf({
      account: {
        store: keep,
        signIn: async () => ({ message: 'm', signature: '0x1', address: '0x2' }),
      },
      free: () => ({ key: 'fiq_1', id: 'k1', expiresAt: '2027-12-20T18:54:45.818Z' }),
    })
    await loginSiwx(context, none)
    expect(out()).toMatch(/^until +2027-12-20$/m)
  })

  test('error: google, where the server does not offer it, names the other ways', async () => {
    const signInWithBrowser = () => Promise.reject(new FiqError('NOT_CONFIGURED', 'No Google.'))
    const { context } = sceneOf({ account: { signInWithBrowser } })
    await expect(signInWith('google')(context, none)).rejects.toMatchObject({
      code: 'NOT_CONFIGURED',
      message: 'No Google.',
      remedy: expect.stringContaining('fiq login siwx'),
    })
  })

  test('default: key reads it from standard input, and tests it before it stores it', async () => {
    const scene = { piped: true, text: ' fiq_2\n', account: { store: keep }, free: () => ({}) }
    const { context, called } = sceneOf(scene)
    await loginKey(context, none)
    expect(called).toEqual([{ path: '/api/v1/credits' }])
    expect(kept.pop()).toEqual(['fiq_2', { by: 'key' }, undefined])
  })

  test.each([
    'fiq_4\nAcme, plan free, 5 credits, expires never. …\n',
    '{"key":"fiq_4","id":"k4"}\n',
  ])('behavior: fiq-server keys create | fiq login key accepts %j', async (text) => {
    const scene = { piped: true, text, account: { store: keep }, free: () => ({}) }
    await loginKey(sceneOf(scene).context, none)
    expect(kept.pop()).toEqual(['fiq_4', { by: 'key' }, undefined])
  })

  test('error: reports an answer without a key', async () => {
    const signIn = async () => ({ message: '', signature: '', address: '' })
    const { context } = sceneOf({ account: { signIn, store: keep }, free: () => ({}) })
    await expect(loginSiwx(context, none)).rejects.toMatchObject({ code: 'SERVER_ERROR' })
  })
})

describe('fiq logout', () => {
  test('default: deletes the key, and revokes one that a sign-in created', async () => {
    const forget = async () =>
      ({ place: 'file', key: 'fiq_1', id: 'k 1', by: 'siwx', since: '' }) as const
    const { context, called, err } = sceneOf({ account: { forget } })
    await logout(context)
    expect(called).toEqual([{ path: '/api/v1/keys/k%201' }])
    expect(err()).toContain('revoked')
  })

  test('error: reports that the user is not signed in', async () => {
    await expect(logout(sceneOf().context)).rejects.toMatchObject({ code: 'INVALID_KEY' })
  })
})

describe('fiq credits and fiq topup', () => {
  test('default: prints the balance, and the bought credits', async () => {
    const balance = {
      organisation: { id: 'o', name: 'Acme\u001b[2J' },
      plan: { name: 'pro' },
      credits: 95,
      prepaid: 95,
    }
    const { context, out } = sceneOf({ free: () => balance })
    await credits(context)
    expect(out()).toMatchInlineSnapshot(`
      "credits       95
      prepaid       95
      organisation  Acme
      plan          pro
      "
    `)
    const { organisation } = balance
    const bought = { credits: 1_666, amountUsd: '4.998', organisation, creditsLeft: 1_761 }
    const buying = sceneOf({ free: () => bought })
    await topup(buying.context, { arguments: { usdc: ['5'] }, options: {} })
    expect(buying.out()).toMatchInlineSnapshot(`
      "bought        1,666 credits
      left          1,761
      organisation  Acme
      "
    `)
    expect(buying.err()).toBe('cost    5.000 USDC; 0xab\n')
  })

  test('error: refuses an amount that would be rounded, and a malformed balance', async () => {
    const { context } = sceneOf({ free: () => 'noise' })
    await expect(credits(context)).rejects.toMatchObject({ code: 'SERVER_ERROR' })
    const rounded = { arguments: { usdc: ['0.0000001'] }, options: {} }
    await expect(topup(context, rounded)).rejects.toMatchObject({ code: 'INVALID_AMOUNT' })
    const whole = { arguments: { usdc: ['1'] }, options: {} }
    await expect(topup(context, whole)).rejects.toMatchObject({ funds: 'spent' })
  })
})

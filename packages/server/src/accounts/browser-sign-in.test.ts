import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openSqliteAccessStore } from '../storage/accounts/testing/sqlite-access-store.ts'
import { activeKeysMax, issueKey } from './accounts.ts'
import {
  organisationOf,
  redeemCliCode,
  startBrowserSignIn,
  storeCliCode,
  takeAttempt,
} from './browser-sign-in.ts'
import { readAttempt } from './sign-in-attempt.ts'

/** A provider in memory. A real one is tested in http/account/browser-sign-in.test.ts. */
const provider = {
  addressOf: async () => new URL('https://provider.test/authorize'),
  subjectOf: async () => 'https://provider.test ada',
  owns: () => true,
}

function scene() {
  const clock = { nowMs: 1_700_000_000_000 }
  const store = openSqliteAccessStore(':memory:')
  const ports = { store, nowMs: () => clock.nowMs, name: 'google' as const, provider }
  const signIn = async () => {
    const asked = { redirectUri: 'https://fiq.test/back', target: undefined }
    const { cookie } = await startBrowserSignIn(asked, ports)
    const callback = new URL(`https://fiq.test/back?state=${readAttempt(cookie)?.state}`)
    return organisationOf(await takeAttempt({ cookie, callback }, ports), callback, ports)
  }
  return { ports, clock, signIn }
}

test('default: a person who signs in twice at once has one organisation', async () => {
  const { ports, signIn } = scene()
  const [one, two] = await Promise.all([signIn(), signIn()])
  expect(one).toEqual(two)
  expect(one).toMatchObject({
    subject: 'https://provider.test ada',
    plan: 'pay-as-you-go',
  })
  expect(await ports.store.organisations()).toHaveLength(1)
})

test('behavior: above the maximum, the oldest key from a sign-in is removed', async () => {
  const { ports, clock, signIn } = scene()
  const { id: organisation } = await signIn()
  const verifier = 'v'.repeat(43)
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const redeem = async () => {
    const code = await storeCliCode({ organisation, challenge }, ports)
    return redeemCliCode({ code, verifier }, ports)
  }
  const first = await redeem()
  clock.nowMs += 1
  for (let made = 1; made < activeKeysMax; made++)
    await issueKey({ organisation, name: 'ci' }, ports)
  await redeem()
  const [oldest] = await ports.store.keys(organisation)
  expect([oldest?.id, oldest?.revokedAt]).toEqual([first.row.id, ports.nowMs()])
})

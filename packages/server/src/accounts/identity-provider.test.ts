import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createIdentityProvider } from './identity-provider.ts'
import { beginAttempt } from './sign-in-attempt.ts'

// No server listens at this address.
const google = {
  googleIssuer: 'http://127.0.0.1:9',
  googleClientId: 'fiq',
  googleClientSecretFile: undefined,
}

test('default: without a client the sign-in is not offered, and everything else works', () => {
  expect(
    createIdentityProvider({ ...google, googleClientId: undefined }, undefined),
  ).toBeUndefined()
})

test('behavior: the secret is in a file or in the environment', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-secret-'))
  const file = join(folder, 'secret')
  writeFileSync(file, 'secret\n')
  const withFile = { ...google, googleClientSecretFile: file }
  expect(createIdentityProvider(withFile, undefined)).toBeDefined()
  expect(createIdentityProvider(google, 'secret')).toBeDefined()
  writeFileSync(file, '\n')
  expect(() => createIdentityProvider(withFile, undefined)).toThrow('is empty')
  rmSync(folder, { recursive: true })
  expect(() => createIdentityProvider(withFile, undefined)).toThrow('cannot be read')
  expect(() => createIdentityProvider(google, undefined)).toThrow(
    expect.objectContaining({
      code: 'CONFIGURATION_INVALID',
      remedy: 'Set --google-client-secret-file or FIQ_GOOGLE_CLIENT_SECRET.',
    }),
  )
})

test('error: queries a provider that did not respond again at the next sign-in', async () => {
  const provider = createIdentityProvider(google, 'secret')!
  const { attempt } = beginAttempt(0)
  for (const _ of [1, 2])
    await expect(provider.addressOf(attempt, 'http://a/b')).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
    })
})

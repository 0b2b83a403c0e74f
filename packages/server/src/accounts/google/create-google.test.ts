import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { beginAttempt } from '../sign-in-attempt.ts'
import { createGoogle } from './create-google.ts'

// No server listens at this address.
const google = {
  googleIssuer: 'http://127.0.0.1:9',
  googleClientId: 'fiq',
  googleClientSecretFile: undefined,
}

test('default: without a client the sign-in is not offered, and everything else works', () => {
  expect(createGoogle({ ...google, googleClientId: undefined }, {})).toBeUndefined()
})

test('behavior: the secret is in a file or in the environment', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-secret-'))
  const file = join(folder, 'secret')
  writeFileSync(file, 'secret\n')
  const withFile = { ...google, googleClientSecretFile: file }
  expect(createGoogle(withFile, {})).toBeDefined()
  expect(createGoogle(google, { FIQ_GOOGLE_CLIENT_SECRET: 'secret' })).toBeDefined()
  writeFileSync(file, '\n')
  expect(() => createGoogle(withFile, {})).toThrow('is empty')
  rmSync(folder, { recursive: true })
  expect(() => createGoogle(withFile, {})).toThrow('cannot be read')
  expect(() => createGoogle(google, {})).toThrow(
    expect.objectContaining({
      code: 'CONFIGURATION_INVALID',
      remedy: 'Set --google-client-secret-file or FIQ_GOOGLE_CLIENT_SECRET.',
    }),
  )
})

test('error: queries a provider that did not respond again at the next sign-in', async () => {
  const provider = createGoogle(google, { FIQ_GOOGLE_CLIENT_SECRET: 'secret' })!
  const { attempt } = beginAttempt(0)
  for (const _ of [1, 2])
    await expect(provider.addressOf(attempt, 'http://a/b')).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
    })
})

test('behavior: a subject belongs to the issuer that it begins with', () => {
  const provider = createGoogle(google, { FIQ_GOOGLE_CLIENT_SECRET: 'secret' })!
  const subjects = [
    'http://127.0.0.1:9 ada',
    'http://127.0.0.1:9/ ada',
    'https://other.test ada',
    '',
  ]
  expect(subjects.map(provider.owns)).toEqual([true, true, false, false])
})

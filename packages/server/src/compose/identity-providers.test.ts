import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { createIdentityProviders } from './identity-providers.ts'

test('default: without settings the server offers no provider', () => {
  expect(createIdentityProviders(readConfig({}, {}), {})).toEqual({})
})

test('behavior: a configured provider is under its name', () => {
  const config = readConfig({ googleClientId: 'fiq' }, {})
  const providers = createIdentityProviders(config, { FIQ_GOOGLE_CLIENT_SECRET: 'secret' })
  expect(Object.keys(providers)).toEqual(['google'])
  expect(() => createIdentityProviders(config, {})).toThrow('needs a client secret')
})

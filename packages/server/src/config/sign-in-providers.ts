import { googleSettings, googleShape } from './google-settings.ts'

/** The providers with which users sign in in the browser, by the name in their paths: /auth/NAME. */
export const signInProviders = {
  google: { title: 'Google', secretFile: 'googleClientSecretFile' },
} as const

export type SignInProvider = keyof typeof signInProviders

/** The names of {@link signInProviders}. */
export const signInProviderNames = Object.keys(signInProviders) as readonly SignInProvider[]

/** The settings of all providers, and their form. */
export const signInSettings = googleSettings
export const signInShape = googleShape

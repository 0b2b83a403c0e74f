import type { Settings } from '../settings.ts'

/** Default settings, without their origins. */
export const testSettings: Settings = {
  url: 'http://127.0.0.1:4020',
  profile: 'default',
  apiKey: undefined,
  maxPrice: undefined,
  yes: false,
  dryRun: false,
  origins: [],
}

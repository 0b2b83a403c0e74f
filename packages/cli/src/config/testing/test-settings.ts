import type { Settings } from '../settings.ts'

/** Settings of somebody who has set nothing, without where each comes from. */
export const testSettings: Settings = {
  url: 'http://127.0.0.1:4020',
  profile: 'default',
  apiKey: undefined,
  maxPrice: undefined,
  yes: false,
  dryRun: false,
  origins: [],
}

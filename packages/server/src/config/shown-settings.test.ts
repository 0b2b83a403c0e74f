import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { shownSettings } from './shown-settings.ts'

test('default: contains every setting, and no password, key or token', () => {
  const config = readConfig(
    {
      database: 'postgres://fiq:hunter2@db.test:5432/fiq?password=hunter2',
      redis: 'redis://:hunter2@cache.test',
      rpcUrl: 'https://node.test/v2/hunter2',
      facilitator: 'https://settle.test/hunter2',
      upstream: 'mirror:/srv/mirror',
      trustProxy: '10.0.0.0/8',
      exposureLimit: '0.5',
    },
    {},
  )
  const shown = shownSettings(config)
  expect(JSON.stringify(shown)).not.toContain('hunter2')
  const valueAt = (flag: string) => shown.find((each) => each.flag === flag)?.value
  expect(
    ['--database', '--redis', '--rpc-url', '--facilitator', '--upstream'].map(valueAt),
  ).toEqual([
    'postgres://db.test:5432/…',
    'redis://cache.test/…',
    'https://node.test/…',
    'https://settle.test/…',
    'mirror:/srv/mirror',
  ])
  expect(['--trust-proxy', '--exposure-limit', '--port', '--pay-to'].map(valueAt)).toEqual([
    ...['10.0.0.0/8', '0.5 USDC', '4020', ''],
  ])
  const usual = shownSettings(readConfig({ trustProxy: '2' }, {}))
  expect(usual.find(({ flag }) => flag === '--trust-proxy')?.value).toBe('by number of hops')
  expect(usual.find(({ flag }) => flag === '--upstream')?.value).toBe('sandbox')
})

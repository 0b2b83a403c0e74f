import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const on = { personal: 'true' }

describe('--personal', () => {
  test("default: uses live data, on loopback, in the client's folder", () => {
    expect(
      readConfig(on, { FIQ_HOME: '/h', DATABASE_URL: 'postgres://of-another/program' }),
    ).toMatchObject({
      personal: true,
      host: '127.0.0.1',
      port: 4022,
      dataDir: '/h/personal',
      upstream: { mode: 'live' },
    })
    expect(readConfig({ ...on, upstream: 'sandbox', port: '0', dataDir: 'd' }, {})).toMatchObject({
      upstream: { mode: 'sandbox' },
      port: 0,
      dataDir: 'd',
    })
  })

  test.each([
    ['--host', { host: '0.0.0.0' }, {}],
    ['--host', {}, { FIQ_HOST: '192.0.2.1' }],
    ['--pay-to', { payTo: `0x${'1'.repeat(40)}` }, {}],
    ['--facilitator', {}, { FIQ_FACILITATOR: 'local' }],
    ['--public-url', { publicUrl: 'http://127.0.0.1:1' }, {}],
    ['--settlement', { settlement: 'sync' }, {}],
    ['FIQ_RESTRICTED_UPSTREAMS', {}, { FIQ_RESTRICTED_UPSTREAMS: 'yahoo-quote' }],
  ])('error: refuses %s', (name, flags, environment) => {
    expect(() => readConfig({ ...on, ...flags }, environment)).toThrow(
      expect.objectContaining({
        code: 'CONFIGURATION_INVALID',
        remedy: expect.stringContaining(name),
      }),
    )
  })
})

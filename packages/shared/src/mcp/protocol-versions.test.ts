import { describe, expect, test } from 'vitest'
import { negotiateVersion, protocolVersions, versionOfHeader } from './protocol-versions.ts'

describe('negotiateVersion', () => {
  test.each(protocolVersions)('default: %s is spoken', (version) => {
    expect(negotiateVersion(version)).toBe(version)
  })

  test.each(['2025-11-25', '2024-10-07', '', 'constructor'])(
    'behavior: for %j there is the newest',
    (asked) => {
      expect(negotiateVersion(asked)).toBe('2025-06-18')
    },
  )
})

describe('versionOfHeader', () => {
  test('default: none means 2025-03-26; one that is not spoken is nothing', () => {
    expect(versionOfHeader(undefined)).toBe('2025-03-26')
    expect(versionOfHeader('2024-11-05')).toBe('2024-11-05')
    expect(versionOfHeader('2025-11-25')).toBeUndefined()
    expect(versionOfHeader(['2025-06-18', '2025-06-18'])).toBeUndefined()
  })
})

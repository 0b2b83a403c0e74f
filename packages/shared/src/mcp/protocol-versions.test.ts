import { expect, test } from 'vitest'
import { handshakeVersions, negotiateVersion, protocolVersions } from './protocol-versions.ts'

test.each(handshakeVersions)('default: %s is agreed on', (version) => {
  expect(negotiateVersion(version)).toBe(version)
})

test.each([
  ['2026-07-28', '2025-11-25'],
  ['2024-10-07', '2025-06-18'],
  ['', '2025-06-18'],
  ['constructor', '2025-06-18'],
])('behavior: for %j there is %s', (requested, agreed) => {
  expect(negotiateVersion(requested)).toBe(agreed)
})

test('default: the versions that are spoken, the newest first', () => {
  expect(protocolVersions).toEqual(protocolVersions.toSorted().toReversed())
})

import { expect, test } from 'vitest'
import { handshakeVersions, negotiateVersion, protocolVersions } from './protocol-versions.ts'

test.each(handshakeVersions)('default: agrees on %s', (version) => {
  expect(negotiateVersion(version)).toBe(version)
})

test.each([
  ['2026-07-28', '2025-11-25'],
  ['2024-10-07', '2025-06-18'],
  ['', '2025-06-18'],
  ['constructor', '2025-06-18'],
])('behavior: %j gives %s', (requested, agreed) => {
  expect(negotiateVersion(requested)).toBe(agreed)
})

test('default: lists the supported versions, the newest first', () => {
  expect(protocolVersions).toEqual(protocolVersions.toSorted().toReversed())
})

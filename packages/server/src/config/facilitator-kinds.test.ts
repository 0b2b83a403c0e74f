import { expect, test } from 'vitest'
import { facilitatorHelp, isFacilitatorKind } from './facilitator-kinds.ts'

test('default: the help names each facilitator, with what it needs', () => {
  expect(facilitatorHelp).toBe(
    'devnet, local (own settler over --rpc-url), or https://… of a remote x402 facilitator',
  )
})

test.each([
  ['local', true],
  ['remote', false],
  ['toString', false],
])('behavior: %s is the name of a facilitator: %s', (text, isKind) => {
  expect(isFacilitatorKind(text)).toBe(isKind)
})

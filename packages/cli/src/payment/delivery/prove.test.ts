import { describe, expect, test } from 'vitest'
import { journalScene } from '../testing/test-journal.ts'
import { terms } from '../testing/test-terms.ts'
import type { Chain, Proof } from './chain.ts'
import { proveOnChain } from './prove.ts'

describe('proveOnChain', () => {
  test.each([
    ['void', 1, 'void', 0n],
    ['settled', 1, 'settled', 15_000n],
    [undefined, 0, 'unknown', 15_000n],
  ] as const)('default: the proof %s decides %i: %s', async (proof, decided, state, spent) => {
    using scene = journalScene()
    const { journal, budget } = scene.process(1)
    budget.reserve(terms(1))
    journal.signed(terms(1).id, 'header')
    journal.unknown(terms(1).id)
    scene.clock.advance(200_000)
    const ports = { journal, clock: scene.clock, chain: chainOf(proof) }
    expect(await proveOnChain(journal.unproven(), ports)).toBe(decided)
    expect(journal.read(terms(1).id)!.state).toBe(state)
    expect(budget.standing().day).toBe(spent)
  })

  test('behavior: does not decide a payment that another process is sending', async () => {
    using scene = journalScene()
    const { journal, budget } = scene.process(1)
    budget.reserve(terms(1))
    journal.signed(terms(1).id, 'header')
    scene.clock.advance(200_000)
    journal.alive(terms(1).id)
    const ports = { clock: scene.clock, chain: chainOf('void') }
    const other = scene.process(2).journal
    expect(await proveOnChain(other.unproven(), { journal: other, ...ports })).toBe(0)
    expect(journal.read(terms(1).id)!.state).toBe('signed')
    scene.kill(1)
    expect(await proveOnChain(other.unproven(), { journal: other, ...ports })).toBe(1)
  })

  test('behavior: before its end there is no proof', async () => {
    using scene = journalScene()
    const { journal, budget } = scene.process(1)
    budget.reserve(terms(1))
    journal.signed(terms(1).id, 'header')
    journal.unknown(terms(1).id)
    const ports = { journal, clock: scene.clock, chain: chainOf('void') }
    expect(await proveOnChain([journal.read(terms(1).id)!], ports)).toBe(0)
    expect(budget.standing().day).toBe(15_000n)
  })
})

function chainOf(proof: Proof | undefined): Chain {
  return { nodesOf: () => ['https://rpc.example'], prove: async () => proof }
}

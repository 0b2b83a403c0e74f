import { historyRanges } from '@fiq/shared/catalog/inputs'
import { describe, expect, test } from 'vitest'
import { frames } from './frames.ts'
import { keyHelp, press, withTicker } from './keys.ts'
import { stateWith } from './testing/watch-scene.ts'

/** Presses letters one after the other. */
const typed = (letters: string, from = stateWith()) =>
  [...letters].reduce((state, letter) => press(state, letter, {}).state, from)

describe('press', () => {
  test('default: j and k, the arrows, gg and G move; none of them removes', () => {
    const three = stateWith({ tickers: ['A', 'B', 'C'] })
    expect(typed('j', three).chosen).toBe('B')
    expect(typed('jjjj', three).chosen).toBe('C')
    expect(typed('jk', three).chosen).toBe('A')
    expect(typed('kkk', three)).toMatchObject({ chosen: 'A', tickers: ['A', 'B', 'C'] })
    expect(typed('G', three).chosen).toBe('C')
    expect(typed('Ggg', three)).toMatchObject({ chosen: 'A', group: 'none' })
    expect(press(three, '', { upArrow: true }).state.chosen).toBe('A')
    expect(press(three, '', { downArrow: true }).state.chosen).toBe('B')
    expect(press(three, '', { tab: true, shift: true }).state.chosen).toBe('C')
  })

  test('default: cycles through the ranges of history; only Enter buys one', () => {
    const right = press(stateWith(), '', { rightArrow: true })
    expect([right.state.frame.name, right.effect]).toEqual(['5d', undefined])
    expect(press(stateWith(), '', { leftArrow: true }).state.frame.name).toBe('1d')
    expect(frames.map(({ name }) => name).sort()).toEqual([...historyRanges].sort())
    expect(press(right.state, '', { return: true }).effect).toBe('buy')
  })

  test('default: changes chart, volume, indicator, sort order, group and unit', () => {
    expect(typed('c').chart).toBe('candles')
    expect(typed('cc').chart).toBe('none')
    expect(typed('ccc').chart).toBe('line')
    expect(typed('v').hasVolume).toBe(false)
    expect(typed('i').indicator).toBe('ema20')
    expect(typed('iiiiii').indicator).toBeUndefined()
    expect(typed('s').sort).toEqual({ by: 'change', isReversed: false })
    expect(typed('sS')).toMatchObject({
      sort: { by: 'change', isReversed: true },
      message: 'Sorted by change %, smallest first.',
    })
    expect(typed('g').group).toBe('kind')
    expect(typed('gj').group).toBe('kind')
    expect(typed('%').unit).toBe('price')
  })

  test('behavior: u restores tickers that x removed to their places, newest first', () => {
    const three = stateWith({ tickers: ['A', 'B', 'C'], chosen: 'B' })
    const removed = typed('xx', three)
    expect(removed).toMatchObject({ tickers: ['A'], chosen: 'A' })
    expect(typed('u', removed).tickers).toEqual(['A', 'C'])
    expect(typed('uu', removed)).toMatchObject({ tickers: ['A', 'B', 'C'], chosen: 'B' })
    expect(typed('u').message).toBe('Nothing was removed.')
    expect(typed('xxx', three)).toMatchObject({
      tickers: ['A'],
      message: expect.stringContaining('cannot be removed'),
    })
  })

  test('behavior: adds a ticker in capitals, and selects it', () => {
    const { state } = press(typed('/nvda'), '', { return: true })
    expect(state).toMatchObject({ tickers: ['AAPL', 'MSFT', 'NVDA'], chosen: 'NVDA' })
    expect(state.prompt).toBeUndefined()
    const corrected = press(typed('/nvdx'), '', { backspace: true }).state
    expect(corrected.prompt).toEqual({ kind: 'add', text: 'nvd' })
    expect(press(corrected, '', { escape: true }).state.prompt).toBeUndefined()
  })

  test('behavior: letters in a prompt are text, not keys', () => {
    expect(typed('/q').prompt).toEqual({ kind: 'add', text: 'q' })
  })

  test('behavior: searches for a name, and adds the selected match', () => {
    const { effect } = press(typed('fapple inc'), '', { return: true })
    expect(effect).toEqual({ find: 'apple inc' })
    const rows = [{ ticker: 'AAPL' }, { ticker: 'APLE' }]
    const found = stateWith({ prompt: { kind: 'found', rows, chosen: 0 } })
    const second = press(found, '', { downArrow: true }).state
    expect(press(second, '', { return: true }).state.tickers).toEqual(['AAPL', 'MSFT', 'APLE'])
  })

  test('behavior: a duplicate ticker or one too many changes nothing', () => {
    expect(withTicker(stateWith(), 'msft')).toMatchObject({
      tickers: ['AAPL', 'MSFT'],
      chosen: 'MSFT',
      message: 'MSFT is already in the list.',
    })
    const many = stateWith({ tickers: Array.from({ length: 200 }, (_, index) => `T${index}`) })
    expect(withTicker(many, 'AAPL').tickers).toHaveLength(200)
  })

  test('behavior: other keys have an effect beyond the state', () => {
    expect(press(stateWith(), 'q', {}).effect).toBe('quit')
    expect(press(stateWith(), 'c', { ctrl: true }).effect).toBe('quit')
    expect(press(stateWith(), 'r', {}).effect).toBe('poll')
    expect(press(stateWith(), ' ', {}).effect).toBe('pause')
    expect(press(stateWith(), 'p', {}).effect).toBe('pause')
    expect(press(stateWith({ phase: { kind: 'paused' } }), ' ', {}).effect).toBe('resume')
  })

  test('behavior: any key closes the help; q also quits', () => {
    const helped = typed('?')
    expect(helped.isHelp).toBe(true)
    expect(press(helped, 'x', {}).state.isHelp).toBe(false)
    expect(press(helped, 'q', {}).effect).toBe('quit')
    expect(keyHelp.length).toBeGreaterThan(7)
  })
})

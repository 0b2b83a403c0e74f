import { describe, expect, test } from 'vitest'
import { keyHelp, press, withTicker } from './keys.ts'
import { stateWith } from './testing/watch-scene.ts'

/** Presses letters one after the other. */
const typed = (letters: string, from = stateWith()) =>
  [...letters].reduce((state, letter) => press(state, letter, {}).state, from)

describe('press', () => {
  test('default: another ticker, another range, around and to the ends', () => {
    expect(press(stateWith(), '', { tab: true }).state.chosen).toBe(1)
    expect(press(stateWith(), '', { tab: true, shift: true }).state.chosen).toBe(1)
    expect(press(stateWith({ chosen: 1 }), 'j', {}).state.chosen).toBe(0)
    const right = press(stateWith(), '', { rightArrow: true }).state
    expect(right.frame.name).toBe('1W')
    expect(press(stateWith(), '', { leftArrow: true }).state.frame.name).toBe('1D')
  })

  test('default: chart and volume', () => {
    expect(typed('c').chart).toBe('candles')
    expect(typed('cc').chart).toBe('none')
    expect(typed('ccc').chart).toBe('line')
    expect(typed('v').hasVolume).toBe(false)
  })

  test('behavior: a ticker is added by its name, in capitals, and chosen', () => {
    const { state } = press(typed('/nvda'), '', { return: true })
    expect(state).toMatchObject({ tickers: ['AAPL', 'MSFT', 'NVDA'], chosen: 2 })
    expect(state.prompt).toBeUndefined()
    const corrected = press(typed('/nvdx'), '', { backspace: true }).state
    expect(corrected.prompt).toEqual({ kind: 'add', text: 'nvd' })
    expect(press(corrected, '', { escape: true }).state.prompt).toBeUndefined()
  })

  test('behavior: in a prompt letters are text, not keys', () => {
    expect(typed('/q').prompt).toEqual({ kind: 'add', text: 'q' })
  })

  test('behavior: a name is looked for, and what is chosen of it is added', () => {
    const { effect } = press(typed('fapple inc'), '', { return: true })
    expect(effect).toEqual({ find: 'apple inc' })
    const rows = [{ ticker: 'AAPL' }, { ticker: 'APLE' }]
    const found = stateWith({ prompt: { kind: 'found', rows, chosen: 0 } })
    const second = press(found, '', { downArrow: true }).state
    expect(press(second, '', { return: true }).state.tickers).toEqual(['AAPL', 'MSFT', 'APLE'])
  })

  test('behavior: a ticker twice, one too many, and the last one stay as they were', () => {
    expect(withTicker(stateWith(), 'msft')).toMatchObject({
      tickers: ['AAPL', 'MSFT'],
      chosen: 1,
      said: 'MSFT is there already.',
    })
    const many = stateWith({ tickers: Array.from({ length: 50 }, (_, index) => `T${index}`) })
    expect(withTicker(many, 'AAPL').tickers).toHaveLength(50)
    expect(typed('kk').tickers).toEqual(['MSFT'])
  })

  test('behavior: the rest asks for something besides another state', () => {
    expect(press(stateWith(), 'q', {}).effect).toBe('quit')
    expect(press(stateWith(), 'c', { ctrl: true }).effect).toBe('quit')
    expect(press(stateWith(), 'r', {}).effect).toBe('poll')
    expect(press(stateWith(), ' ', {}).effect).toBe('pause')
    expect(press(stateWith({ phase: { kind: 'paused' } }), ' ', {}).effect).toBe('poll')
  })

  test('behavior: help goes away with any key, and quits with its own', () => {
    const helped = typed('?')
    expect(helped.isHelp).toBe(true)
    expect(press(helped, 'x', {}).state.isHelp).toBe(false)
    expect(press(helped, 'q', {}).effect).toBe('quit')
    expect(keyHelp.length).toBeGreaterThan(10)
  })
})

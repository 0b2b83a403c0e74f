import { expect, test } from 'vitest'
import { callersMax, createFirstAnswers, sessionMs } from './first-answers.ts'

test('default: the first answer of each caller counts as first, the next does not', () => {
  const isFirst = createFirstAnswers()
  expect([isFirst('a', '1'), isFirst('a', '2'), isFirst('b', '3')]).toEqual([true, false, true])
})

test('behavior: the first stays the first when it is produced again', () => {
  const isFirst = createFirstAnswers()
  isFirst('a', '1')
  isFirst('a', '2')
  expect(isFirst('a', '1')).toBe(true)
})

test('behavior: a session lasts while its caller returns, and then another begins', () => {
  const clock = { ms: 1 }
  const isFirst = createFirstAnswers(() => clock.ms)
  isFirst('a', '1')
  const seen = [sessionMs - 1, sessionMs - 1, sessionMs + 1].map((ms, place) => {
    clock.ms += ms
    return isFirst('a', `later ${place}`)
  })
  expect(seen).toEqual([false, false, true])
})

test('behavior: remembers a limited number of callers, and forgets the least recently seen', () => {
  const isFirst = createFirstAnswers()
  for (let n = 0; n <= callersMax; n++) isFirst(`caller ${n}`, 'x')
  expect([isFirst(`caller ${callersMax}`, 'y'), isFirst('caller 0', 'y')]).toEqual([false, true])
})

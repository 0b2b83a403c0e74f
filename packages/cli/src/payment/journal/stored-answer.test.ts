import { expect, test } from 'vitest'
import { isPacked, packAnswer, readStoredAnswer } from './stored-answer.ts'

const answer = { status: 200, headers: { a: 'b' }, body: '{"data":"ü€😀"}'.repeat(1_000) }

test('default: an answer is read as it was written, packed or not', () => {
  const packed = packAnswer(answer)
  expect([isPacked(packed), isPacked(JSON.stringify(answer))]).toEqual([true, false])
  expect(packed.length).toBeLessThan(answer.body.length / 10)
  expect(readStoredAnswer(packed)).toEqual(answer)
  expect(readStoredAnswer(JSON.stringify(answer))).toEqual(answer)
})

test.each(['', 'zstd ', 'zstd abcd', 'other'])('error: %j is no answer', (text) => {
  expect(() => readStoredAnswer(text)).toThrow()
})

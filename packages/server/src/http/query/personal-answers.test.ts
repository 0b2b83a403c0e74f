import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createPersonalAnswers } from './personal-answers.ts'

test('default: reads an answer again by its id, and no other', async () => {
  const answers = createPersonalAnswers()
  const id = await answers.keep('{"data":{}}')
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(gunzipSync(answers.read(id)).toString()).toBe('{"data":{}}')
  expect(answers.remainingMs(id)).toBeGreaterThan(3_500_000)
  expect(answers.remainingMs('0'.repeat(32))).toBeUndefined()
  expect(() => answers.read('0'.repeat(32))).toThrow('is not stored')
  answers.clear()
  expect(answers.remainingMs(id)).toBeUndefined()
})

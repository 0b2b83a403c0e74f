import { expect, test } from 'vitest'
import { contentOf, readAnswerInput } from './answer-tool.ts'

const id = '0'.repeat(32)

test('default: returns a page of a table, of the text, and everything', () => {
  const { request } = readAnswerInput({ id, table: 'a', from: 2 })
  const json = { mimeType: 'application/json', text: '[1]', next: 5 } as const
  expect(contentOf(id, request, json)).toEqual({ answer: { id, from: 2, next: 5 }, table: [1] })
  const last = { ...json, next: undefined }
  expect(contentOf(id, {}, last)).toEqual({ answer: { id, from: 0 }, whole: [1] })
  const text = { mimeType: 'text/plain', text: '[1', next: 2 } as const
  expect(contentOf(id, {}, text)).toEqual({ answer: { id, from: 0, next: 2 }, text: '[1' })
})

test('error: an id is 32 hexadecimal digits', () =>
  expect(() => readAnswerInput({ id: 'a' })).toThrow('32 hexadecimal digits'))

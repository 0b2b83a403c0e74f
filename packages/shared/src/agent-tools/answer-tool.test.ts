import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPage } from '../answers/read-page.ts'
import { answerContent } from './answer-tool.ts'

const id = '0'.repeat(32)

test('default: returns a page of a table, of the text, and everything', async () => {
  const json = { mimeType: 'application/json', text: '[1]', next: 5 } as const
  const content = (input: object, page: object) =>
    answerContent({ id, ...input }, 4_000, async () => ({ ...json, ...page }))
  expect(await content({ table: 'a', from: 2 }, {})).toEqual({
    answer: { id, from: 2, next: 5 },
    table: [1],
  })
  expect(await content({}, { next: undefined })).toEqual({ answer: { id, from: 0 }, whole: [1] })
  expect(await content({}, { mimeType: 'text/plain', text: '[1', next: 2 })).toEqual({
    answer: { id, from: 0, next: 2 },
    text: '[1',
  })
})

test('behavior: fuzz: the content of every page fits the budget, as text, JSON and CSV', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 })
  const rows = fc.array(fc.record({ name: text, note: text }), { minLength: 2, maxLength: 40 })
  const inputs = [{}, { table: 'list' }, { table: 'list', format: 'csv' }]
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1_000, max: 5_000 }), async (list, budget) => {
      const answer = JSON.stringify({ data: { list } })
      for (const input of inputs) {
        let next: number | undefined = 0
        while (next !== undefined) {
          const content = await answerContent(
            { id, ...input, from: next },
            budget,
            async (_, ...page) => readPage(answer, ...page),
          )
          expect(Buffer.byteLength(JSON.stringify(content))).toBeLessThanOrEqual(budget)
          next = (content['answer'] as { next?: number }).next
        }
      }
    }),
    { numRuns: 20 },
  )
})

test('error: an id is 32 hexadecimal digits', async () => {
  const read = () => Promise.reject(new Error('Nothing is read.'))
  await expect(answerContent({ id: 'a' }, 4_000, read)).rejects.toThrow('32 hexadecimal digits')
})

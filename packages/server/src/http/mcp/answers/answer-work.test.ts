import { expect, test } from 'vitest'
import { createAnswerWork } from './answer-work.ts'

const textOf = (rows: number) =>
  JSON.stringify({
    data: { list: Array.from({ length: rows }, (_, at) => ({ at, name: `row ${at}` })) },
  })
const work = createAnswerWork()

test.each([10, 20_000])('default: shortens and reads an answer of %i rows', async (rows) => {
  const text = textOf(rows)
  const fitted = await work.fit({ text, budget: 40_000, stored: undefined })
  expect(fitted.form).toBe(rows === 10 ? 'whole' : 'summary')
  const request = { table: 'list', from: rows - 2 }
  const page = await work.page({ text, request, budget: 4_000 })
  expect(JSON.parse(page.text)).toMatchObject({
    rows: [
      [rows - 2, expect.any(String)],
      [rows - 1, expect.any(String)],
    ],
  })
})

test.each([10, 20_000])('error: refuses %i rows of an unknown table', async (rows) => {
  const page = { text: textOf(rows), request: { table: 'nix' }, budget: 4_000 }
  await expect(work.page(page)).rejects.toMatchObject({
    code: 'BAD_INPUT',
    facts: ['Tables: list'],
  })
})

test('behavior: answers requests of several callers in order', async () => {
  const orders = [20_000, 10_000, 30_000].map((rows) =>
    work.page({ text: textOf(rows), request: { table: 'list', rows: 1 }, budget: 4_000 }),
  )
  const counts = (await Promise.all(orders)).map(({ text }) => JSON.parse(text).count)
  expect(counts).toEqual([20_000, 10_000, 30_000])
})

test('error: refuses too many pages at once, and shortens paid answers beside them', async () => {
  const text = textOf(20_000)
  const page = { text, request: { table: 'list', rows: 1 }, budget: 4_000 }
  const pages = Array.from({ length: 70 }, () =>
    work.page(page).then(
      () => 'read',
      ({ code }) => code,
    ),
  )
  expect((await work.fit({ text, budget: 40_000, stored: undefined })).form).toBe('summary')
  const outcomes = Map.groupBy(await Promise.all(pages), (outcome) => outcome)
  expect(outcomes.get('read')).toHaveLength(64)
  expect(outcomes.get('SERVER_BUSY')).toHaveLength(6)
})

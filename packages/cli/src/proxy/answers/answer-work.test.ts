import { describe, expect, test } from 'vitest'
import { readStoredAnswer } from '../../payment/journal/stored-answer.ts'
import type { ResultOrder } from './answer-result.ts'
import { createAnswerWork, inlineMax } from './answer-work.ts'

const work = createAnswerWork()
const listOf = (rows: number) =>
  Array.from({ length: rows }, (_, at) => ({ at, name: `row\u200b ${at}` }))
const answerOf = (response: object) => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(response),
})
const signed = { url: 'https://fiq.example/api/graphql', authorization: { from: '0x1', value: 1n } }
const orderOf = (response: object, budget = 40_000): ResultOrder => ({
  answer: { ...answerOf(response), paid: 15_000n, from: 'asked', stale: [] },
  outputPath: 'data.list',
  budget,
  tellsMore: true,
})
const stored = { id: 'a'.repeat(32), expires: '2026-01-01T00:00:00.000Z' }

// The second is read in the thread.
describe.each([10, 20_000])('an answer of %i rows', (rows) => {
  const data = { list: listOf(rows) }
  const isLarge = rows === 20_000

  test('default: its outcome, its completeness and its pages are those of the same text', async () => {
    const answer = answerOf({ data })
    expect(answer.body.length > inlineMax).toBe(isLarge)
    expect(await work.readOutcome(answer, signed as never, 0)).toEqual({ is: 'answered' })
    expect(await work.isComplete(answer.body)).toBe(true)
    expect(await work.isComplete(answerOf({ data, errors: [{}] }).body)).toBe(false)
    expect(await work.isComplete(`${answer.body}}`)).toBe(false)
    const text = { text: answer.body, isJournal: false }
    const whole = await work.whole(text)
    expect(JSON.parse(whole).data.list[3]).toEqual({ at: 3, name: 'row 3' })
    const page = await work.page(text, { table: 'list', from: 2, rows: 1 }, 4_000)
    expect(JSON.parse(page.text).rows).toEqual([[2, 'row 2']])
  })

  test('behavior: it is packed for the journal only where it is large, and its pages are read from there', async () => {
    const answer = answerOf({ data })
    const packed = await work.pack(answer)
    expect(packed !== undefined).toBe(isLarge)
    const text = packed ?? JSON.stringify(answer)
    expect(readStoredAnswer(text)).toEqual(answer)
    const page = await work.page({ text, isJournal: true }, { table: 'list', rows: 1 }, 4_000)
    expect(JSON.parse(page.text)).toMatchObject({ count: rows, rows: [[0, 'row 0']] })
  })

  test('behavior: its result fits, names where the whole is, and is whole for a budget of 0', async () => {
    let calls = 0
    const store = () => {
      calls += 1
      return stored
    }
    const { structuredContent, content } = await work.result(orderOf({ data }), store)
    expect(content[0].text.length).toBeLessThanOrEqual(40_000)
    expect('data' in structuredContent).toBe(!isLarge)
    if (isLarge) expect(structuredContent['answer']).toMatchObject({ id: stored.id, rows })
    const whole = await work.result(orderOf({ data }, 0), store)
    expect(whole.structuredContent['data']).toHaveLength(rows)
    expect(calls).toBe(isLarge ? 1 : 0)
  })

  test('behavior: callers of newer versions are told which lists have more items', async () => {
    const more = { list: '10 of 12 items.' }
    const order = orderOf({ data, extensions: { more } }, 0)
    const newer = await work.result(order, () => stored)
    expect(newer.structuredContent['more']).toEqual(more)
    const older = await work.result({ ...order, tellsMore: false }, () => stored)
    expect(older.structuredContent).not.toHaveProperty('more')
  })

  test('error: an answer that is no response is refused with its code, facts and funds', async () => {
    const response = { list: data.list }
    await expect(work.result(orderOf(response), () => stored)).rejects.toMatchObject({
      name: 'FiqError',
      code: 'SERVER_ERROR',
      message: 'The answer of the server is not a GraphQL result.',
      facts: [expect.stringContaining('The server says: ')],
    })
  })

  test("behavior: errors beside data are restated with this program's word about the money", async () => {
    const errors = [{ message: 'No.', extensions: { code: 'NOT_FOUND', funds: 'untouched' } }]
    const { body } = answerOf({ data, errors })
    const restated = JSON.parse(await work.restate(body, 'spent'))
    expect(restated.errors).toEqual([
      { message: 'The server says: No.', extensions: { code: 'NOT_FOUND', funds: 'spent' } },
    ])
    const plain = answerOf({ data }).body
    expect(await work.restate(plain, 'spent')).toBe(plain)
  })
})

test('behavior: while a large answer is read, the event loop turns', async () => {
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  await work.result(orderOf({ data: { list: listOf(100_000) } }), () => stored)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(1)
})

import { expect, test } from 'vitest'
import { createAnswerWork } from './answer-work.ts'
import { createFitAnswer, isOverBudget } from './fit-answer.ts'

const rows = Array.from({ length: 3_000 }, (_, at) => ({ at, name: `row ${at}` }))
const answer = {
  status: 200,
  headers: {},
  body: JSON.stringify({ data: { rows } }),
  storedId: '0'.repeat(32),
}
const findAnswer = async () => ({ organisation: undefined, storedUntilMs: 1_700_000_000_000 })
const work = createAnswerWork()

test('default: returns a summary with a link to the whole answer', async () => {
  const fitted = await createFitAnswer({ findAnswer }, work)(answer, 40_000, 'https://fiq.example')
  expect(JSON.parse(fitted.body).answer).toMatchObject({
    form: 'summary',
    url: `https://fiq.example/answers/${answer.storedId}`,
    expires: '2023-11-14T22:13:20.000Z',
  })
  expect(fitted.link).toMatchObject({ size: answer.body.length })
})

test('behavior: sends a paid answer although its row, or its thread, cannot be read', async () => {
  const fails = () => Promise.reject(new Error('down'))
  const unlinked = await createFitAnswer({ findAnswer: fails }, work)(answer, 40_000, 'http://x')
  expect(JSON.parse(unlinked.body).answer.uri).toBeUndefined()
  expect(unlinked.link).toBeUndefined()
  const whole = await createFitAnswer({ findAnswer }, { ...work, fit: fails })(answer, 4_000, '')
  expect(whole.body).toBe(answer.body)
})

test.each([
  [{}, 40_000, true],
  [{ status: 502 }, 40_000, false],
  [{ headers: { 'payment-required': 'a quote' } }, 40_000, false],
  [{}, 0, false],
  [{}, 1_000_000, false],
])('default: %j is above a budget of %i: %s', (part, budget, isOver) => {
  expect(isOverBudget({ ...answer, ...part }, budget)).toBe(isOver)
})

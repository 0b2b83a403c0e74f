import { describe, expect, test } from 'vitest'
import { topicNames } from '../../command-line/help-texts/topic-names.ts'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { exitCodeTable } from '../../terminal/exit-codes.ts'
import { textWidth } from '../../terminal/format/text-width.ts'
import { declarationsOf } from '../declarations.ts'
import { run } from './run.ts'

const given = (topic: string) => ({ arguments: { topic: [topic] }, options: {} })

describe('fiq help', () => {
  test('default: exit-codes prints every row of the table', async () => {
    const { context, out } = sceneOf({ columns: 200 })
    await run(context, given('exit-codes'), declarationsOf)
    const lines = out().trimEnd().split('\n')
    expect(lines).toHaveLength(exitCodeTable().length)
    for (const [index, { exit, meaning }] of exitCodeTable().entries())
      expect(lines[index]).toBe(`${String(exit).padEnd(3)}  ${meaning}`)
  })

  test('default: prints the same table as JSON in a pipe', async () => {
    const { context, out } = sceneOf({ format: 'json' })
    await run(context, given('exit-codes'), declarationsOf)
    expect(JSON.parse(out())).toEqual(exitCodeTable())
  })

  test.each(topicNames)('behavior: %s fits into 60 columns', async (topic) => {
    const { context, out } = sceneOf({ columns: 60 })
    await run(context, given(topic), declarationsOf)
    for (const line of out().split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(60)
  })

  test.each([
    ['exit-code', 'exit-codes'],
    ['qoute', 'quote'],
  ])('error: %s, neither topic nor command, suggests %s', async (word, name) => {
    const { context } = sceneOf()
    await expect(run(context, given(word), declarationsOf)).rejects.toMatchObject({
      code: 'USAGE',
      facts: expect.arrayContaining([expect.stringContaining(`ou mean ${name}`)]),
    })
  })
})

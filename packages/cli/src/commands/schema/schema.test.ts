import { expect, test } from 'vitest'
import type { Declaration } from '../../command-line/declaration.ts'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { exitCodeTable } from '../../terminal/exit-codes.ts'
import { declarationsOf } from '../declarations.ts'
import { run } from './run.ts'

const declarations = await declarationsOf()

type Shape = { path: string; options: { name: string }[]; commands: Shape[] }

test('default: contains every command and option of the program, and every exit code', async () => {
  const { context, out } = sceneOf({ format: 'json' })
  await run(context, { arguments: {}, options: {} }, declarationsOf)
  const printed = JSON.parse(out()) as { commands: Shape[]; exitCodes: unknown }
  const paths = (list: readonly Shape[]): string[] =>
    list.flatMap(({ path, commands }) => [path, ...paths(commands)])
  const declared = (list: readonly Declaration[], prefix = ''): string[] =>
    list.flatMap(({ name, commands = [] }) => [
      `${prefix}${name}`,
      ...declared(commands, `${prefix}${name} `),
    ])
  expect(paths(printed.commands)).toEqual(declared(declarations))
  expect(printed.exitCodes).toEqual(exitCodeTable())
  const history = printed.commands.find(({ path }) => path === 'history')
  expect(history?.options.map(({ name }) => name)).toEqual([
    '--range',
    '--interval',
    '--chart',
    '--indicator',
    '--xlsx',
    '--percent',
  ])
})

test('behavior: on a terminal, lists what it can describe, and how', async () => {
  const { context, out } = sceneOf({ columns: 80 })
  await run(context, { arguments: {}, options: {} }, declarationsOf)
  const text = out()
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  expect(text).not.toContain('{')
  const names = text.match(/[\w.-]+/g)
  expect(names).toEqual(
    expect.arrayContaining([
      ...['quote', 'campaign-finance', 'sp500Multiples', 'derivatives.options'],
      ...['factorReturns', 'InsiderTrade', 'ScreenFilterInput'],
    ]),
  )
  expect(names).not.toContain('Query')
  expect(text).toContain('fiq schema --json all')
})

test('behavior: describes an area, a type or a tool of the data that is no command', async () => {
  const { context, out } = sceneOf({ columns: 80 })
  await run(context, { arguments: { command: ['insiderTrades'] }, options: {} }, declarationsOf)
  expect(out()).toContain('Use: fiq entity AAPL --with insiderTrades\n')
  expect(out()).toContain('type InsiderTrade {')
  for (const line of out().split('\n')) expect(line.length).toBeLessThanOrEqual(80)
})

test('error: a name that is neither a command nor in the data suggests the lists of both', async () => {
  const { context } = sceneOf()
  const unknown = run(context, { arguments: { command: ['qoute'] }, options: {} }, declarationsOf)
  await expect(unknown).rejects.toMatchObject({
    code: 'USAGE',
    facts: [expect.stringContaining('quote')],
    remedy: 'fiq help lists the commands, and fiq entity --help the areas.',
  })
})

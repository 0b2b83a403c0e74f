import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HttpAnswer } from '@fiq/shared/payment/read-result'
import { describe, expect, test } from 'vitest'
import { limitsName } from '../payment/budget/limits.ts'
import type { OutputOptions } from '../terminal/output.ts'
import { openContext } from './open-context.ts'
import { runOwnServer, worldScene } from './testing/world-scene.ts'
import type { World } from './world.ts'

const rows: HttpAnswer = { status: 200, headers: {}, body: '{"data":{"rows":[1]}}' }
const output: OutputOptions = {
  format: 'json',
  pick: undefined,
  fields: [],
  colour: false,
  quiet: false,
}
const quotes = { query: '{ quotes(tickers: ["A"]) { price } }', variables: {} }

function scene(flags: Record<string, unknown> = {}, changes: Partial<World> = {}, answer = rows) {
  const scene = worldScene([], answer)
  const world = { ...scene.world, ...changes }
  const open = () => openContext(world, flags, output)
  return { ...scene, world, open }
}

test('default: opening it sends and prints nothing', () => {
  const { open, sent, out, err } = scene()
  expect(open().context.settings.url).toBe('http://127.0.0.1:4020')
  expect([sent, out(), err()]).toEqual([[], '', ''])
})

test('default: a query is sent to the server of the settings, with the key', async () => {
  const { open, sent } = scene({ url: 'http://127.0.0.1:4099' })
  const { context, delivered } = open()
  expect(await context.query(quotes)).toMatchObject({ data: { rows: [1] } })
  delivered()
  expect(sent).toMatchObject([
    {
      url: new URL('http://127.0.0.1:4099/api/graphql'),
      headers: { authorization: 'Bearer fiq_1' },
    },
  ])
})

describe('an estimate', () => {
  test('default: is the price by the built-in tariff, and nothing is sent', async () => {
    const { open, sent } = scene()
    const estimate = await open().context.estimate(quotes)
    expect(estimate.credits).toBeGreaterThan(0)
    expect(sent).toEqual([])
  })

  test("behavior: a query to the user's own server is checked, and costs nothing", async () => {
    const { context } = openContext(runOwnServer(scene().world), {}, output)
    const { estimate, settings } = context
    expect(settings.isPersonal).toBe(true)
    expect(await estimate(quotes)).toMatchObject({ credits: 0, amount: 0n, rows: [] })
  })
})

test('behavior: reads standard input for `-`, and any other name as a file', async () => {
  const stdin = { isPiped: true, read: async () => 'piped' }
  const { open } = scene({}, { stdin, readFile: async (path) => `content of ${path}` })
  const { readText, hasPipedInput } = open().context
  expect(await readText('-')).toBe('piped')
  expect(await readText('a.graphql')).toBe('content of a.graphql')
  expect(hasPipedInput).toBe(true)
})

test('error: an unusable budget file stops what pays, and nothing else', async () => {
  const { open, world } = scene()
  writeFileSync(join(world.home, limitsName), '{')
  const { context } = open()
  expect(await context.query(quotes)).toMatchObject({ data: { rows: [1] } })
  expect(() => context.money).toThrow('The budget file cannot be used.')
})

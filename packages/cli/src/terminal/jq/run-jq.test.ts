import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { checkFilter, runJq } from './run-jq.ts'

const rows = [
  { ticker: 'AAPL', price: 201.5, tags: ['a', 'b'], big: 12_345_678_901 },
  { ticker: '^GSPC', price: null, tags: [], big: -0.25 },
]
const json = JSON.stringify(rows)
const hasJq = spawnSync('jq', ['--version']).status === 0

describe('runJq', () => {
  test('default: prints each result as one compact JSON text', async () => {
    expect(await runJq('.[] | {ticker, n: (.tags | length)}', json)).toEqual([
      '{"ticker":"AAPL","n":2}',
      '{"ticker":"^GSPC","n":0}',
    ])
    expect(await runJq('empty', json)).toEqual([])
  })

  test
    .skipIf(!hasJq)
    .each([
      '.[0].price',
      '.[] | .ticker',
      'map(select(.price > 100)) | length',
      'map({(.ticker): .price}) | add',
      '[.[] | .tags[]] | join("-")',
      'sort_by(.big) | .[0] | keys',
      'to_entries | map(.key)',
      'def double: . * 2; .[0].price | double',
      '.[] | "\\(.ticker)\\t\\(.price // "none")"',
      'reduce .[] as $row (0; . + ($row.big | floor))',
      '[.[] | .ticker | test("^[A-Z]+$")]',
      '.[1] | del(.tags) | tojson',
      'paths(type == "number")',
      '. as [$a, $b] | $b.ticker',
      '"\u00e9\u4e2d" | @uri',
    ])("behavior: %s gives the same result as this machine's jq", async (filter) => {
    const { stdout } = spawnSync('jq', ['-c', filter], { input: json, encoding: 'utf8' })
    expect(await runJq(filter, json)).toEqual(stdout.replace(/\n$/, '').split('\n'))
  })

  test('error: a failure names the place in the input', async () => {
    await expect(runJq('.[0].ticker.x', json)).rejects.toMatchObject({
      code: 'USAGE',
      facts: [expect.stringContaining('Cannot index string')],
    })
  })

  test('error: stops a filter that does not end', async () => {
    await expect(runJq('def f: f; f', 'null', 300)).rejects.toMatchObject({
      message: 'The --jq filter did not finish.',
    })
  })

  test('behavior: a filter cannot read anything of this machine', async () => {
    expect(await runJq('[$ENV.HOME, $ENV.PATH, env.USER]', 'null')).not.toEqual([
      JSON.stringify([process.env['HOME'], process.env['PATH'], process.env['USER']]),
    ])
  })
})

describe('checkFilter', () => {
  test.each(['.', '.[] | .a', 'def f: 1; f', 'error("never run")', '. # a comment', 'inputs'])(
    'default: %s compiles without being run',
    async (filter) => {
      await expect(checkFilter(filter)).resolves.toBeUndefined()
    },
  )

  test.each(['.[', 'nofunction(1)', '.a |', '$x'])('error: refuses %s as usage', async (filter) => {
    await expect(checkFilter(filter)).rejects.toMatchObject({
      code: 'USAGE',
      message: 'The --jq filter cannot be used.',
    })
  })

  test('error: refuses a filter that is too long', async () => {
    await expect(checkFilter('.'.repeat(10_001))).rejects.toMatchObject({ code: 'USAGE' })
  })
})

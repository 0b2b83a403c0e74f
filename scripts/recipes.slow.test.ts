import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

/** Follows recipes of CONTRIBUTING.md on a copy of the sources, and checks which files change. */
const root = join(import.meta.dirname, '..')
const server = 'packages/server/src'
let copy = ''

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'fiq-recipes-'))
  for (const path of ['package.json', 'packages/server/src', 'packages/shared', 'scripts'])
    cpSync(join(root, path), join(copy, path), {
      recursive: true,
      filter: (source) =>
        !/\/(node_modules|dist|testing|fixtures|bench)$|\.test\.tsx?$/.test(source),
    })
  for (const folder of ['.', 'packages/server', 'packages/shared'])
    symlinkSync(join(root, folder, 'node_modules'), join(copy, folder, 'node_modules'))
})
afterEach(() => {
  for (const file of changedFiles()) restore(file)
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('default: the price of a field is one file, and generated ones', () => {
  edit(`${server}/connectors/treasury-yields/connector.ts`, 'credits: 1', 'credits: 2')
  generateContract()
  expect(changedFiles()).toEqual([
    `${server}/connectors/treasury-yields/connector.ts`,
    'packages/shared/src/schema/contract.ts',
  ])
})

test('default: a data area is its folder, one registration, and generated files', () => {
  write(
    `${server}/connectors/jobless-rate/connector.ts`,
    `import type { Connector } from '../../sources/connector.ts'
import { fredApi, fredGraph, loadFredSeries } from '../../sources/fred/fred.ts'

/** Unemployment rate of the United States. */
export const joblessRate: Connector = {
  area: 'jobless-rate',
  category: 'macro',
  upstreams: [fredApi, fredGraph],
  sdl: /* GraphQL */ \`
    extend type Query {
      "Unemployment rate of the United States, percent, monthly, newest first."
      joblessRate: [JoblessPoint!]
    }

    "Unemployment rate of one month."
    type JoblessPoint {
      "First day of the month, ISO 8601."
      date: String!
      "Percent. Null if the month has no figure."
      value: Float
    }
  \`,
  fields: {
    'Query.joblessRate': {
      rate: { credits: 1 },
      async resolve(_parent, _args, context) {
        const { value, provenance } = await loadFredSeries('UNRATE', context)
        return { value: value.toReversed(), provenance }
      },
    },
  },
}
`,
  )
  write(
    `${server}/connectors/jobless-rate/connector.test.ts`,
    `import { describeConnector } from '../../sources/testing/describe-connector.ts'
import { joblessRate } from './connector.ts'

describeConnector(joblessRate, [{ coordinate: 'Query.joblessRate', args: {} }])
`,
  )
  const list = `${server}/connectors/connectors.ts`
  edit(
    list,
    'import { macroSeries }',
    "import { joblessRate } from './jobless-rate/connector.ts'\n$&",
  )
  edit(list, '\n  macroSeries,', '\n  joblessRate,$&')
  generateContract()
  expect(changedFiles()).toEqual([
    `${server}/connectors/connectors.ts`,
    `${server}/connectors/jobless-rate/connector.test.ts`,
    `${server}/connectors/jobless-rate/connector.ts`,
    'packages/shared/src/schema/contract.ts',
  ])
})

test('default: a data area on a new host has its sandbox in its folder', () => {
  const folder = `${server}/connectors/river-levels`
  write(
    `${folder}/sandbox.ts`,
    `import type { SandboxAnswer } from '../../upstreams/sandbox/market/route.ts'

/** Levels of rivers: invented, and equal for equal seeds. */
export const sandboxLevels: SandboxAnswer = (_, now, seed) =>
  JSON.stringify([{ day: new Date(now).toISOString().slice(0, 10), level: seed }])
`,
  )
  write(
    `${folder}/connector.ts`,
    `import type { Connector } from '../../sources/connector.ts'
import { sandboxLevels } from './sandbox.ts'

export const riverLevels: Connector = {
  area: 'river-levels',
  category: 'macro',
  upstreams: [],
  sandbox: { 'api.rivers.example': sandboxLevels },
  sdl: '',
  fields: {},
}
`,
  )
  const list = `${server}/connectors/connectors.ts`
  edit(
    list,
    'import { macroSeries }',
    "import { riverLevels } from './river-levels/connector.ts'\n$&",
  )
  edit(list, '\n  macroSeries,', '\n  riverLevels,$&')
  const path = (file: string) => JSON.stringify(join(copy, server, file))
  const printed = run(
    '--input-type=module',
    '--eval',
    `const { sandboxHosts } = await import(${path('connectors/connectors.ts')})
    const { sandboxTransport } = await import(${path('upstreams/sandbox/sandbox.ts')})
    const now = () => new Date('2026-06-01T00:00:00Z')
    const url = new URL('https://api.rivers.example/levels')
    const { body } = await sandboxTransport({ now, hosts: sandboxHosts }).fetch({ url })
    console.log(new TextDecoder().decode(body))`,
  )
  expect(printed.trim()).toBe('[{"day":"2026-06-01","level":1}]')
  expect(changedFiles()).toEqual([list, `${folder}/connector.ts`, `${folder}/sandbox.ts`])
})

test('default: a series of FRED for the sandbox is one row', () => {
  const file = `${server}/upstreams/sandbox/market/macro-series.ts`
  edit(file, "    level('GDPPOT'", "    level('GNPC96', 'Q', 24_100, 0.026, 3),\n$&")
  const printed = run(
    '--input-type=module',
    '--eval',
    `const { fredGraph } = await import(${JSON.stringify(join(copy, server, 'upstreams/sandbox/macro/fred.ts'))})
    const url = new URL('https://fred.stlouisfed.org/graph/fredgraph.csv?id=GNPC96')
    console.log(fredGraph({ url }, Date.UTC(2026, 5, 1), 1))`,
  )
  expect(printed).toMatch(/^observation_date,GNPC96\n1960-01-01,\d+/)
  expect(changedFiles()).toEqual([file])
})

function edit(file: string, from: string, to: string): void {
  const before = readFileSync(join(copy, file), 'utf8')
  const after = before.replace(from, to)
  expect(after, `${file} has no ${from}`).not.toBe(before)
  write(file, after)
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true })
  writeFileSync(join(copy, file), text)
}

/** Writes the contract. `scripts/generated.test.ts` compares the reference pages. */
function generateContract(): void {
  run('scripts/generate-contract.ts')
}

function run(...words: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: copy,
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  return stdout
}

/** Files that are new or differ from those of the repository. */
function changedFiles(): string[] {
  // Lists subfolders, because a recursive listing of the root would follow links in node_modules.
  return ['packages/server/src', 'packages/shared/src', 'scripts']
    .flatMap((folder) => readdirSync(join(copy, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(copy, join(entry.parentPath, entry.name)))
    .filter((file) => !isSame(file))
    .sort()
}

function restore(file: string): void {
  const original = join(root, file)
  if (existsSync(original)) cpSync(original, join(copy, file))
  else rmSync(join(copy, file))
}

function isSame(file: string): boolean {
  try {
    return readFileSync(join(root, file)).equals(readFileSync(join(copy, file)))
  } catch {
    return false
  }
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

/** The house rules a machine can check. The lists of exceptions may only get shorter. */
const root = join(import.meta.dirname, '..')
const linesMax = 250

/** Longer than the limit, for a reason: tables of plain rows. */
const longFiles: readonly string[] = [
  'packages/server/src/storage/database/migrations.ts',
  'packages/shared/src/error-table.ts',
]

/** Sources whose functions are tested elsewhere: by the suite named. */
const testedElsewhere: Readonly<Record<string, string>> = {
  'packages/cli/src/built/main.ts': 'e2e/built-client.test.ts',
  'packages/server/src/main.ts': 'e2e/demo.test.ts',
  'packages/server/src/compose/start-server.ts': 'e2e/stock-client.test.ts',
  'packages/server/src/compose/storage.ts': 'e2e/instances/instances.test.ts',
  'packages/server/src/compose/observability.ts': 'e2e/operation.test.ts',
  'packages/server/src/compose/http.ts': 'e2e/stock-client.test.ts',
  'packages/server/src/compose/upstreams.ts': 'e2e/stock-client.test.ts',
  'packages/server/src/compose/payments.ts': 'packages/server/src/http/surfaces.test.ts',
  'packages/server/src/http/devnet/devnet.ts': 'e2e/stock-client.test.ts',
}

/** What is drawn in a browser is tested in one. */
const testedInBrowser =
  /^packages\/server\/src\/browser\/(.*\.tsx|home\/main\.ts|paying\/session\.ts)$/

/** Files of the money paths that turn times, counts or column values into numbers; never amounts. */
const numbersInMoneyCode = new RegExp(
  [
    'cli/src/payment/(approve/budget-bar|budget|chain|client-caps|deliver|journal|judge-answer|open-database|payees|payment-error|purchase-row|reset-clock|spent-on-chain)',
    'server/src/payment/(facilitator/(chain-reads|check-chain|transaction-sender)|fault-points|payment-record)',
  ].join('|'),
)

/** What must not stand in a source file, and what to use instead. */
const banned: readonly { pattern: RegExp; instead: string; except?: RegExp; only?: RegExp }[] = [
  { pattern: /\bparseFloat\(/, instead: 'Number() on narrowed text' },
  { pattern: /\bparseUnits\(/, instead: 'parseUsdc, which never rounds' },
  { pattern: /\bas any\b/, instead: 'unknown, narrowed' },
  { pattern: /\bconsole\./, instead: 'the output or log port', except: /^scripts\// },
  {
    pattern: /\bDate\.now\(|new Date\(\)/,
    instead: 'a clock passed in',
    except: /(^scripts\/|\/main\.ts$)/,
  },
  { pattern: /\bMath\.random\(/, instead: 'a random source passed in' },
  {
    pattern: /\bNumber\(/,
    instead: 'bigint for money, a narrowed number for the rest',
    only: /^packages\/\w+\/src\/(payment|money)\//,
    except: numbersInMoneyCode,
  },
  {
    pattern: /\bprocess\.env\b/,
    instead: 'configuration passed in',
    except: /(^scripts\/|\/main\.ts$)/,
  },
  { pattern: /^export default\b/m, instead: 'a named export', except: /\.config\.ts$/ },
  { pattern: /\bTODO\b|\bFIXME\b|@ts-ignore|@ts-expect-error/, instead: 'finishing it' },
  {
    pattern: /\/work\/|registry\.npm/,
    instead: 'nothing: the repository speaks of the product alone',
  },
]

/** Words that name nothing. */
const vagueNames =
  /(^|\/)(util|utils|helper|helpers|manager|service|handler|handlers|data|info|misc|common)\.tsx?$/

const sources = filesBelow(root).filter((file) => /\.(ts|tsx)$/.test(file))
const tests = sources.filter(
  (file) => /\.test\.tsx?$/.test(file) || file.includes('/testing/') || file.startsWith('e2e/'),
)
const code = sources.filter((file) => !tests.includes(file) && !file.endsWith('schema/contract.ts'))

test('default: there is something to check', () => {
  expect(code.length).toBeGreaterThan(20)
})

describe('every source file', () => {
  test(`behavior: has at most ${linesMax} lines`, () => {
    const long = code.filter((file) => read(file).split('\n').length > linesMax + 1)
    expect(long.sort()).toEqual([...longFiles].sort())
  })

  test('behavior: holds nothing that is banned', () => {
    const found = code.flatMap((file) =>
      banned
        .filter(
          ({ pattern, except, only }) =>
            (only?.test(file) ?? true) &&
            !except?.test(file) &&
            pattern.test(withoutComments(read(file))),
        )
        .map(({ pattern, instead }) => `${file}: ${pattern} (use ${instead})`),
    )
    expect(found).toEqual([])
  })

  test('behavior: is named after what it does', () => {
    // The name of this script is part of the documentation: it lays out shared data.
    const named = ['scripts/mirror-shared-data.ts']
    expect(sources.filter((file) => vagueNames.test(file) && !named.includes(file))).toEqual([])
  })

  test('behavior: has a test beside it when it holds a function', () => {
    const untested = code.filter((file) => {
      if (!file.startsWith('packages/') || testedElsewhere[file]) return false
      if (testedInBrowser.test(file)) return false
      const beside = file.replace(/\.tsx?$/, '')
      return (
        hasFunction(read(file)) &&
        !tests.some((each) => each.startsWith(`${beside}.test.`)) &&
        !reachedByTests.has(file)
      )
    })
    expect(untested).toEqual([])
  })

  test('behavior: the suites named for the exceptions exist', () => {
    const missing = Object.entries(testedElsewhere).filter(
      ([file, suite]) => !existsSync(join(root, file)) || !existsSync(join(root, suite)),
    )
    expect(missing).toEqual([])
  })
})

describe('imports', () => {
  const imports = sources.flatMap((file) => importsOf(file).map((target) => ({ file, target })))
  const wrong = (rule: (file: string, target: string) => boolean) =>
    imports
      .filter(({ file, target }) => rule(file, target))
      .map(({ file, target }) => `${file} -> ${target}`)

  test('behavior: server and client never meet, shared knows neither', () => {
    const packageOf = (path: string) => /^packages\/(\w+)\//.exec(path)?.[1]
    expect(
      wrong((file, target) => {
        const [from, to] = [packageOf(file), packageOf(target)]
        return from !== undefined && to !== undefined && from !== to && to !== 'shared'
      }),
    ).toEqual([])
  })

  test('behavior: shared does no I/O', () => {
    const io = /^node:(fs|net|http|https|child_process|os|process|worker_threads|sqlite|dgram|tls)/
    expect(
      wrong(
        (file, target) =>
          file.startsWith('packages/shared/src/') && !tests.includes(file) && io.test(target),
      ),
    ).toEqual([])
  })

  test('behavior: inside the server, dependencies point one way', () => {
    const layers = ['surfaces', 'payment', 'schema', 'connectors', 'upstreams']
    const layerOf = (path: string) =>
      layers.indexOf(/^packages\/server\/src\/(\w+)\//.exec(path)?.[1] ?? '')
    // The record `EntityRecord` and the base types are what connectors are written against.
    const allowed = /schema\/(entity|base-schema|build-schema)\.ts$/
    expect(
      wrong((file, target) => {
        const [from, to] = [layerOf(file), layerOf(target)]
        if (from < 0 || to < 0 || to >= from) return false
        return !(from === layers.indexOf('connectors') && allowed.test(target))
      }),
    ).toEqual([])
  })

  test('behavior: commands of the client reach the world through their context only', () => {
    expect(
      wrong((file, target) => {
        if (!file.startsWith('packages/cli/src/commands/') || tests.includes(file)) return false
        return (
          /^packages\/cli\/src\/(wallet|payment)\/(?!(?:money-)?ports\.ts)/.test(target) ||
          /^(node:)?process$/.test(target)
        )
      }),
    ).toEqual([])
  })
})

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !/(^|\/)(node_modules|dist|\.git|\.fiq)\//.test(file))
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')
}

function hasFunction(text: string): boolean {
  return /^(export )?(async )?function\b|^export const \w+ = (async )?\(|=> \{$/m.test(
    withoutComments(text),
  )
}

/** What each test reaches through imports without leaving its own folder and the ones below. */
const reachedByTests = new Set(tests.flatMap(reachedWithin))

function reachedWithin(testFile: string): string[] {
  const folder = testFile.slice(0, testFile.lastIndexOf('/')).replace(/\/testing$/, '')
  const below = folder.endsWith('/src')
    ? new RegExp(`^${folder}/[^/]+$`)
    : new RegExp(`^${folder}/`)
  const reached = new Set<string>()
  const pending = [testFile]
  for (const file of pending)
    for (const target of importsOf(file)) {
      if (reached.has(target) || !(below.test(target) && existsSync(join(root, target)))) continue
      reached.add(target)
      pending.push(target)
    }
  return [...reached]
}

/** Targets of a file's imports: repository paths where they are ours, else as written. */
function importsOf(file: string): string[] {
  const folder = file.slice(0, file.lastIndexOf('/'))
  return [...withoutComments(read(file)).matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(
    ([, target = '']) => {
      if (target.startsWith('.')) return relative(root, join(root, folder, target))
      if (target.startsWith('@fiq/shared/')) return `packages/shared/src/${target.slice(12)}.ts`
      return target
    },
  )
}

import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesMax, layers } from './layers.ts'

/** The house rules that a machine can check. The lists of exceptions may only become shorter. */
const root = join(import.meta.dirname, '..')
const linesMax = 250

/**
 * Parts of pages that only a browser runs. `e2e/` tests them there: drawn components of the operator
 * page and of GraphiQL, and scripts that change a page.
 */
const testedInBrowser =
  /^packages\/server\/src\/browser\/((admin|graphiql)\/[\w-]+\.tsx|(home|sources|docs|tool)\/main\.ts|tool\/(pay|price)-call\.ts|copy-buttons\.ts)$/

/** Names of times, counts and numbers, which `Number(…)` may convert in money code. Never amounts. */
const countsAndTimes = [
  String.raw`at|\w+_at|since|until|kept_until|oldest|latest|high_water|timestamp|seconds|validBefore`,
  'cells|count|payments|answers|tries|parts|bytes|open|changes|lost|has_answer|credits',
  String.raw`version|number|blockNumber|logIndex|chainId|eth_\w+|pid|step|class|answer_status|header`,
].join('|')

/** Forbidden text in source files, with its replacement. */
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
    pattern: new RegExp(`\\bNumber\\((?!.*\\b(?:${countsAndTimes})\\b)`),
    instead: 'bigint for money; a time or a count is named as one',
    only: /^packages\/\w+\/src\/(payments?|money|settlement|storage\/payments)\//,
  },
  {
    pattern: /\bprocess\.env\b/,
    instead: 'configuration passed in',
    except: /(^scripts\/|\/main\.ts$)/,
  },
  { pattern: /^export default\b/m, instead: 'a named export', except: /\.config\.ts$/ },
  {
    pattern: /\b(?:[a-z]\w*)?(?:Till|Door(?!Dash)|Visitor|Guest|Purse)(?:[A-Z]\w*)?\b|\bpurse\b/,
    instead: 'a word of the glossary in CONTRIBUTING.md',
  },
  {
    pattern: /\.\.\.\([^;]{0,160}?(\? \{\} : \{|\} : \{\}\))|\.\.\.\([^;()]*&& \{/,
    instead: 'defined({ … }) from @fiq/shared/defined, or an optional property',
  },
  {
    pattern:
      /\b(?:openAsk\w*|askTool|ask[A-Z]\w*|Ask[A-Z]\w*|Question|questionOf|Asked[A-Z]\w*|asked[A-Z]\w*|[kK]ept[A-Z]\w*|keepWallet|boundsOf|keyOf)\b(?=\s*[({:<=])/,
    instead: 'query, prompt, request, store or cache, as in CONTRIBUTING.md',
    only: /^packages\/cli\/src\//,
  },
  {
    pattern: /\b(?:[qQ]uestions?Of|\w+Questions|isAsked|isTold|kept(?!Until\b)[A-Z]\w*)\b/,
    instead: 'query, prompt or stored, as in CONTRIBUTING.md',
    only: /^packages\//,
  },
  { pattern: /\.\.\.\{/, instead: 'the members themselves, which the compiler then checks' },
  { pattern: /\bTODO\b|\bFIXME\b|@ts-ignore|@ts-expect-error/, instead: 'finishing it' },
  {
    pattern: /\bcheckAnswer\(|\bupstreams\.fetch\(/,
    instead: 'context.json, csv, text or fetch, which check the answer',
    only: /^packages\/server\/src\/(connectors|sources)\//,
    except: /\.test\.ts$|sources\/(fetching|budgeted-context)\.ts$/,
  },
  {
    pattern: /\/work\/|registry\.npm/,
    instead: 'nothing: the repository speaks of the product alone',
  },
]

/** Names without meaning. */
const vagueNames =
  /(^|\/)(util|utils|helper|helpers|manager|service|handler|handlers|data|info|misc|common)\.tsx?$/

const generatedFolders = ['node_modules', 'dist', '.git', '.fiq']
const sources = globSync('**/*.{ts,tsx}', {
  cwd: root,
  exclude: (name) => generatedFolders.includes(basename(name)),
})
const tests = sources.filter(
  (file) => /\.test\.tsx?$/.test(file) || file.includes('/testing/') || file.startsWith('e2e/'),
)
const sourceFiles = new Set(sources)
const knownImports = new Map<string, readonly string[]>()
const code = sources.filter((file) => !tests.includes(file) && !file.endsWith('schema/contract.ts'))

test('default: there are files to check', () => {
  expect(code.length).toBeGreaterThan(20)
})

describe('every source file', () => {
  test(`behavior: has at most ${linesMax} lines`, () => {
    const long = code.filter((file) => read(file).split('\n').length > linesMax + 1)
    expect(long).toEqual([])
  })

  test('behavior: has no forbidden text', () => {
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

  test('behavior: each exception is needed', () => {
    const idle = banned.filter(
      ({ pattern, except }) =>
        except &&
        !code.some((file) => except.test(file) && pattern.test(withoutComments(read(file)))),
    )
    expect(idle).toEqual([])
  })

  test('behavior: names only existing files in its comments', () => {
    const named = /(?<![\w/.-])(?:\.\.?\/)*((?:[\w.-]+\/)*[\w.-]+\.tsx?)\b/g
    const stale = sources.flatMap((file) =>
      commentsIn(read(file)).flatMap((comment) =>
        [...comment.matchAll(named)]
          .map(([, name]) => name!)
          .filter((name) => !sources.some((one) => one === name || one.endsWith(`/${name}`)))
          .map((name) => `${file}: ${name}`),
      ),
    )
    expect(stale).toEqual([])
  })

  test('behavior: has a name that says what it does', () => {
    // The documentation contains the name of this script, which lays out shared data.
    const named = ['scripts/mirror-shared-data.ts']
    expect(sources.filter((file) => vagueNames.test(file) && !named.includes(file))).toEqual([])
  })

  test('behavior: has a comment before each exported function', () => {
    const undocumented = code.flatMap((file) => {
      const lines = read(file).split('\n')
      return lines.flatMap((line, at) =>
        /^export (async )?function\b/.test(line) && !lines[at - 1]?.endsWith('*/')
          ? [`${file}: ${line}`]
          : [],
      )
    })
    expect(undocumented).toEqual([])
  })

  test('behavior: has a test beside it if it has a function', () => {
    const untested = code.filter((file) => {
      if (!file.startsWith('packages/')) return false
      if (testedInBrowser.test(file)) return false
      const beside = file.replace(/\.tsx?$/, '')
      return (
        hasFunction(read(file)) &&
        !tests.some((each) => /^\.(slow\.)?test\./.test(each.replace(beside, ''))) &&
        !reachedByTests.has(file)
      )
    })
    expect(untested).toEqual([])
  })

  test('behavior: names a factory `open…` only if its result has to be closed', () => {
    // Its file closes something, or the factory calls another `open…`.
    const closes = /\b(close|stop|end)\b|\bopen[A-Z]\w*\(/
    const wrong = code
      .filter((file) => /^packages\/(server|shared)\/src\//.test(file))
      .filter((file) => /^export (async )?function open[A-Z]/m.test(read(file)))
      .filter((file) => !closes.test(withoutComments(read(file)).replace(/\bfunction \w+/g, '')))
    expect(wrong).toEqual([])
  })
})

describe('imports', () => {
  const imports = sources.flatMap((file) => importsOf(file).map((target) => ({ file, target })))
  const wrong = (rule: (file: string, target: string) => boolean) =>
    imports
      .filter(({ file, target }) => rule(file, target))
      .map(({ file, target }) => `${file} -> ${target}`)

  test('behavior: server and client never import each other, shared imports neither', () => {
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

  test('behavior: only makeFolder creates folders, because mkdir may never end', () => {
    const makers = sources.filter(
      (file) =>
        /^packages\/(?:server|cli)\/src\/(?!.*\/testing\/)/.test(file) &&
        !tests.includes(file) &&
        /\bmkdir(?:Sync)?\b/.test(read(file)),
    )
    expect(makers.sort()).toEqual(
      ['cli', 'server'].map((name) => `packages/${name}/src/config/make-folder.ts`),
    )
  })

  test('behavior: commands of the client use other systems only through their context', () => {
    expect(
      wrong((file, target) => {
        if (!file.startsWith('packages/cli/src/commands/') || tests.includes(file)) return false
        return (
          /^packages\/cli\/src\/(wallet|payment)\//.test(target) || /^(node:)?process$/.test(target)
        )
      }),
    ).toEqual([])
  })
})

/** Separate embedded databases, whose folders contain their SQL. */
const ownDatabases = /^packages\/server\/src\/(imported-files|devnet)\//

/** The schema of all tables, whose rows are read and written elsewhere. */
const schemaFile = 'packages/server/src/storage/database/migrations.ts'

/** Tables whose rows a second folder also changes, with the reason. */
const sharedTables: Readonly<Record<string, { folder: string; reason: string }>> = {
  organisations: {
    folder: 'storage/credits',
    reason: 'the balance is columns of the organisation, moved with the ledger in one transaction',
  },
}

/** Statements in string literals. Other text does not match their words and order. */
const statement =
  /\b(?:insert\s+into|delete\s+from|select\b[^;'"]*?\bfrom|update(?=\s+\w+\s+set\b)|join|from)\s+(\w+)/gi

describe('SQL of the server', () => {
  const created = read(schemaFile).matchAll(/create (?:unlogged )?table (\w+)/g)
  const tables = ['migrations', ...[...created].map(([, name = '']) => name)]
  const literals = (file: string) =>
    [...withoutComments(read(file)).matchAll(/`[^`]*`|'[^'\n]*'|"[^"\n]*"/g)].join('\n')
  const uses = code
    .filter((file) => /^packages\/server\/src\/.*\.ts$/.test(file) && file !== schemaFile)
    .filter((file) => !ownDatabases.test(file))
    .flatMap((file) =>
      [...literals(file).matchAll(statement)]
        .filter(([, table = '']) => tables.includes(table))
        .map(([, table = '']) => ({ file, table, folder: folderOf(file) })),
    )

  test('behavior: is only below storage/', () => {
    expect(tables.length).toBeGreaterThan(20)
    expect(uses.filter(({ folder }) => !folder.startsWith('storage/'))).toEqual([])
  })

  test('behavior: is in one folder for each table', () => {
    const folders = Map.groupBy(uses, ({ table }) => table)
    const spread = [...folders].flatMap(([table, all]) => {
      const named = new Set(all.map(({ folder }) => folder))
      named.delete(sharedTables[table]?.folder ?? '')
      return named.size > 1 ? [`${table}: ${[...named].join(', ')}`] : []
    })
    expect(spread).toEqual([])
    expect(tables.filter((table) => !folders.has(table))).toEqual([])
    const unused = Object.entries(sharedTables).filter(
      ([of, { folder }]) => !uses.some((use) => use.table === of && use.folder === folder),
    )
    expect(unused).toEqual([])
  })
})

describe('layers', () => {
  const packages = Object.keys(layers) as (keyof typeof layers)[]
  const layered = code.filter((file) => file.startsWith('packages/') && !file.includes('/testing/'))

  test.each(packages)(
    'behavior: %s has no folder outside its list, and no entry without one',
    (of) => {
      const folders = new Set(
        layered.flatMap((file) => (packageOf(file) === of ? [folderOf(file)] : [])),
      )
      const entries = layers[of].map((entry) => entry.replace(/\/\*$/, ''))
      expect([...folders].filter((folder) => layerOf(of, folder) < 0)).toEqual([])
      expect(
        entries.filter((entry) => ![...folders].some((each) => `${each}/`.startsWith(`${entry}/`))),
      ).toEqual(entries.includes('.') && ![...folders].includes('.') ? ['.'] : [])
    },
  )

  test.each(packages)('behavior: in %s, imports point down the list', (of) => {
    expect(
      layered.flatMap((file) =>
        packageOf(file) === of
          ? importsOf(file)
              .filter((target) => packageOf(target) === of && !mayImport(of, file, target))
              .map((target) => `${file} -> ${target}`)
          : [],
      ),
    ).toEqual([])
  })

  test('behavior: no files import each other in a circle', () => {
    expect(circlesOf(layered)).toEqual([])
  })

  test(`behavior: a folder has at most ${filesMax} files`, () => {
    const counts = Map.groupBy(layered, (file) => file.slice(0, file.lastIndexOf('/')))
    const full = [...counts].filter(([, { length }]) => length > filesMax)
    expect(full.map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([])
  })
})

function packageOf(path: string): keyof typeof layers | undefined {
  return /^packages\/(server|cli|shared)\//.exec(path)?.[1] as keyof typeof layers | undefined
}

/** The folder of a file below the sources of its package; `.` at their top. */
function folderOf(file: string): string {
  return /^packages\/\w+\/src\/(?:(.*)\/)?[^/]+$/.exec(file)?.[1] ?? '.'
}

/**
 * The index of a folder in the list of its package, or of the closest folder above it; -1 for none.
 */
function layerOf(of: keyof typeof layers, folder: string): number {
  const list = layers[of]
  for (let path = folder; path !== '.'; path = dirname(path)) {
    const named = list.indexOf(path)
    if (named >= 0) return named
    const sibling = list.indexOf(`${dirname(path)}/*`)
    if (sibling >= 0) return sibling
  }
  return folder === '.' ? list.indexOf('.') : -1
}

function mayImport(of: keyof typeof layers, file: string, target: string): boolean {
  const [from, to] = [folderOf(file), folderOf(target)]
  const [high, low] = [layerOf(of, from), layerOf(of, to)]
  if (high !== low) return high < low
  const depth = layers[of][high]?.endsWith('/*') ? layers[of][high].split('/').length : 0
  const siblingOf = (folder: string) => folder.split('/').slice(0, depth).join('/')
  return depth === 0 || siblingOf(from) === siblingOf(to)
}

/** Groups of files that import each other in a circle, by Tarjan's algorithm. */
function circlesOf(files: readonly string[]): string[][] {
  const known = new Set(files)
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  const visit = (file: string): void => {
    order.set(file, order.size)
    lowest.set(file, order.get(file)!)
    open.push(file)
    for (const target of importsOf(file)) {
      if (!known.has(target)) continue
      if (!order.has(target)) visit(target)
      if (open.includes(target)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(target)!))
    }
    if (lowest.get(file) !== order.get(file)) return
    const circle = open.splice(open.indexOf(file))
    if (circle.length > 1) circles.push(circle)
  }
  for (const file of files) if (!order.has(file)) visit(file)
  return circles
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm

function withoutComments(text: string): string {
  return text.replace(comments, '')
}

function commentsIn(text: string): readonly string[] {
  return text.match(comments) ?? []
}

function hasFunction(text: string): boolean {
  return /^(export )?(async )?function\b|^export const \w+ = (async )?\(|=> \{$/m.test(
    withoutComments(text),
  )
}

/** Sources of its own folder that each test reaches through imports. */
const reachedByTests = new Set(tests.flatMap(reachedWithin))

function reachedWithin(testFile: string): string[] {
  const room = roomOf(testFile)
  const reached = new Set<string>()
  const pending = [testFile]
  for (const file of pending)
    for (const target of importsOf(file)) {
      if (reached.has(target) || !sourceFiles.has(target)) continue
      reached.add(target)
      pending.push(target)
    }
  return [...reached].filter((file) => roomOf(file) === room)
}

/** The first folder of a path below a package's sources. Areas and their sources count as one. */
function roomOf(file: string): string {
  const [, of = '', room = ''] = /^packages\/(\w+)\/src\/(?:([\w-]+)\/)?/.exec(file) ?? []
  return `${of}/${room === 'sources' ? 'connectors' : room}`
}

/** Import targets of a file: repository paths for our own files, otherwise as written. */
function importsOf(file: string): readonly string[] {
  const known = knownImports.get(file)
  if (known) return known
  const found = readImports(file)
  knownImports.set(file, found)
  return found
}

function readImports(file: string): string[] {
  const folder = file.slice(0, file.lastIndexOf('/'))
  return [...withoutComments(read(file)).matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(
    ([, target = '']) => {
      if (target.startsWith('.')) return relative(root, join(root, folder, target))
      if (target.startsWith('@fiq/shared/')) return `packages/shared/src/${target.slice(12)}.ts`
      return target
    },
  )
}

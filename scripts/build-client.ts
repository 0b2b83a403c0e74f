import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type BuildOptions, type Metafile, type Plugin, transform } from 'esbuild'
import { globalOptions } from '../packages/cli/src/command-line/global-options.ts'
import { variables } from '../packages/cli/src/command-line/help/topics.ts'
import { manPages } from '../packages/cli/src/command-line/man-pages.ts'
import { declarationsOf } from '../packages/cli/src/commands/declarations.ts'
import { released, version } from '../packages/cli/src/config/version.ts'
import { exitCodeTable } from '../packages/cli/src/terminal/exit-codes.ts'
import { type Bundled, type Bundler, createBundler, noticesFile } from './notices.ts'

/**
 * Commander can run other programs as subcommands. We do not use that, and it takes 4 ms to load.
 */
const withoutChildProcess: Plugin = {
  name: 'without-child-process',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes('commander') ? { path: 'none', namespace: 'empty' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {}' }))
  },
}

/** A React debugger that ink would load. It is not among our packages. */
const withoutDevtools: Plugin = {
  name: 'without-devtools',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^react-devtools-core$/ }, () => ({ path: 'none', namespace: 'empty' }))
    onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {}' }))
  },
}

/**
 * Parts that remain ES modules, by path and name of the built file: views drawn with ink, and the
 * SDK of MCP. They share common code.
 */
const modules = [
  'commands/watch/draw-watch.tsx',
  'payment/approve/prompt-drawn.tsx',
  'proxy/approvals/draw-approvals.tsx',
  'proxy/serve/draw-live.tsx',
  'proxy/mcp/sdk.ts',
].map((path) => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return { path, name, to: `./${name.replace(/\.tsx?$/, '.mjs')}` }
})

/** Programs of threads, each a file beside the program. */
const threads = ['terminal/jq/jq-thread.ts', 'proxy/answers/answer-thread.ts']

/**
 * Files of the program, by the sources whose imports they contain. Sources that are loaded together
 * share a file, so a run reads few files. The last file has the rest. Each part is a function, so
 * an unused part is not compiled.
 */
const files = [
  { file: 'main', sources: ['main.ts', 'query/credits/query-on-credits.ts'] },
  { file: 'payment', sources: ['payment/pay-and-retry.ts', 'payment/open-payer.ts'] },
  { file: 'pricing', sources: ['query/built-in-tariff.ts'] },
  { file: 'signing', sources: ['wallet/keys/keystore.ts', 'wallet/keys/private-key-account.ts'] },
  { file: 'settings', sources: ['config/conf.ts'] },
  { file: 'commands', sources: [] },
] as const

/**
 * Builds the client. esbuild splits it into ES modules at each dynamic import. The build joins them
 * as functions of a few files, because resolving and linking hundreds of files takes 25 ms. Views
 * of ink stay ES modules, because ink awaits its layout engine at the top level; they are loaded
 * when a view is drawn.
 */
export async function buildClient(root: string, common: BuildOptions): Promise<void> {
  const source = join(root, 'packages/cli/src')
  const dist = join(root, 'packages/cli/dist')
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist, { recursive: true })
  const { bundle, notices } = createBundler(common)
  const later = { outdir: dist, format: 'esm', target: 'node24' } as const
  const [split] = await Promise.all([
    bundle({
      ...later,
      entryPoints: [join(source, 'main.ts')],
      splitting: true,
      write: false,
      // Loaded if a keychain is used and its native module could be built.
      external: ['keytar'],
      // The CommonJS build of jsonc-parser hides its own files from bundlers.
      mainFields: ['module', 'main'],
      plugins: [withoutChildProcess, ...modules.map(({ name, to }) => loadedLater(name, to))],
      // The thread that runs jq is a file beside this one.
      define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
    }),
    bundle({
      ...later,
      entryPoints: modules.map(({ path }) => join(source, path)),
      entryNames: '[name]',
      outExtension: { '.js': '.mjs' },
      splitting: true,
      define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '""' },
      banner: { js: requireOfModules },
      plugins: [withoutDevtools],
    }),
    bundle({
      ...later,
      entryPoints: threads.map((path) => join(source, path)),
      entryNames: '[name]',
      outExtension: { '.js': '.mjs' },
      banner: { js: requireOfModules },
    }),
  ])
  const program = await putTogether(split)
  for (const [file, text] of program) writeFileSync(join(dist, file), text, 'latin1')
  await buildStart(source, dist, bundle, [...program.values()])
  writeFileSync(join(dist, noticesFile), notices())
  await writeManPages(join(dist, 'man'))
}

/** Defines `require` for the CommonJS packages in ES modules. */
const requireOfModules =
  "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);"

/**
 * Files of functions by the names of parts, for `code-cache.ts`. An importer names a part with its
 * file: `./main/chunk-ABC`. ES modules and the keychain's module are not parts; they are imported
 * by the function given for it.
 *
 * @returns ASCII texts by file name.
 */
async function putTogether({ outputFiles = [], metafile }: Bundled): Promise<Map<string, string>> {
  const outputs = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [basename(path, '.js'), output]),
  )
  const fileOf = filesOfParts(outputs)
  const named = (code: string) =>
    code
      .replace(/(["'`])\.\/([\w-]+)\.js\1/g, (text, quote, part) =>
        fileOf.has(part) ? `${quote}./${fileOf.get(part)}/${part}${quote}` : text,
      )
      .replace(/\bimport\(((["'`])\.\/\w+\/[\w-]+\2)\)/g, 'Promise.resolve().then(()=>require($1))')
      .replace(/\bimport\(/g, 'importOther(')
  const parts = await Promise.all(
    outputFiles.map(async ({ path, text }) => {
      const part = basename(path, '.js')
      const { code } = await transform(text, { format: 'cjs', minify: true, target: 'node24' })
      const parameters = 'exports,require,module,__filename,__dirname,importOther'
      return { file: fileOf.get(part)!, text: `"${part}"(${parameters}){${named(code)}}` }
    }),
  )
  return new Map(
    files.map(({ file }) => {
      const inside = parts.filter((part) => part.file === file).map(({ text }) => text)
      return [`${file}.cjs`, `"use strict";({${inside.sort().join(',\n')}})`]
    }),
  )
}

type Outputs = ReadonlyMap<string, Metafile['outputs'][string]>

/** Selects the file of each part: the first with a source that needs it. */
function filesOfParts(outputs: Outputs): ReadonlyMap<string, string> {
  const fileOf = new Map<string, string>()
  const put = (part: string, file: string) => {
    const output = outputs.get(part)
    if (!output || fileOf.has(part)) return
    fileOf.set(part, file)
    refusePackages(file, Object.keys(output.inputs))
    for (const { path, kind } of output.imports)
      if (kind === 'import-statement') put(basename(path, '.js'), file)
  }
  for (const { file, sources } of files)
    for (const [part, { entryPoint = '' }] of outputs)
      if (sources.some((source) => entryPoint.endsWith(`cli/src/${source}`))) put(part, file)
  for (const part of outputs.keys()) put(part, files.at(-1)!.file)
  return fileOf
}

/**
 * Refuses packages other than the command parser, and drawing code, in the code that every command
 * loads.
 */
function refusePackages(file: string, inputs: readonly string[]): void {
  const refused = inputs.filter((path) => {
    const name = path.split('node_modules/').slice(1).pop() ?? ''
    return file === 'main'
      ? name !== '' && !name.startsWith('commander/')
      : /^(ink|react|yoga-layout|@modelcontextprotocol)\//.test(name)
  })
  if (refused.length > 0) throw new Error(`In ${file}.cjs: ${refused.slice(0, 5).join(', ')}`)
}

/** Builds the small start file, which knows the others by their digest. */
async function buildStart(
  source: string,
  dist: string,
  bundle: Bundler['bundle'],
  texts: readonly string[],
): Promise<void> {
  const digest = createHash('sha256')
  for (const text of texts) digest.update(text)
  await bundle({
    entryPoints: [join(source, 'fiq.ts')],
    outfile: join(dist, 'fiq.cjs'),
    format: 'cjs',
    // Old syntax, so that an old Node can parse it and print the refusal.
    target: 'node12.20',
    banner: { js: '#!/usr/bin/env node' },
    define: { builtFiles: JSON.stringify(digest.digest('hex').slice(0, 12)) },
    plugins: [insteadOf('./main.ts', join(source, 'built/main.ts'))],
  })
}

async function writeManPages(folder: string): Promise<void> {
  mkdirSync(folder)
  const parts = {
    declarations: await declarationsOf(),
    globals: globalOptions,
    exitCodes: exitCodeTable(),
  }
  for (const { file, text } of manPages({ ...parts, variables, version, released }))
    writeFileSync(join(folder, file), text)
}

/** Replaces a source file that the program's first file imports. */
function insteadOf(from: string, path: string): Plugin {
  return {
    name: 'instead-of',
    setup({ onResolve }) {
      onResolve({ filter: exactly(from) }, () => ({ path }))
    },
  }
}

function exactly(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.')}$`)
}

/** Resolves imports of a source file at run time, by the name of the built file. */
export function loadedLater(name: string, to: string): Plugin {
  return {
    name: 'loaded-later',
    setup({ onResolve }) {
      const filter = new RegExp(`^\\.{1,2}/(.*/)?${name.replaceAll('.', '\\.')}$`)
      onResolve({ filter }, () => ({ path: to, external: true }))
    },
  }
}

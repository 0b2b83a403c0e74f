import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { declarations } from '../packages/cli/src/commands/declarations.ts'
import { globalOptions } from '../packages/cli/src/commands/global-options.ts'
import { variables } from '../packages/cli/src/commands/help/topics.ts'
import { manPages } from '../packages/cli/src/commands/man-pages.ts'
import { exitCodeTable } from '../packages/cli/src/exit-codes.ts'
import { released, version } from '../packages/cli/src/version.ts'

/** Commander can run other programs as subcommands; ours are not, and that takes 4 ms to load. */
const withoutChildProcess: Plugin = {
  name: 'without-child-process',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes('commander') ? { path: 'none', namespace: 'empty' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {}' }))
  },
}

/** A debugger of React that ink would connect to. It is not among our packages. */
const withoutDevtools: Plugin = {
  name: 'without-devtools',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^react-devtools-core$/ }, () => ({ path: 'none', namespace: 'empty' }))
    onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {}' }))
  },
}

/**
 * Parts that are ES modules of their own, by where they are and how they are imported: what is drawn
 * with ink, and the SDK of MCP. They share what they have in common.
 */
const modules = [
  'commands/watch/draw-watch.tsx',
  'payment/approve/ask-drawn.tsx',
  'proxy/draw-approvals.tsx',
  'proxy/draw-live.tsx',
  'proxy/mcp/sdk.ts',
].map((path) => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return { path, from: `./${name}`, to: `./${name.replace(/\.tsx?$/, '.mjs')}` }
})

/**
 * Files of their own beside the client's program: what few commands need, so that the others read
 * and link less. By how they are imported, and what is exported; none shares state with the program.
 */
const parts = [
  { from: 'graphql' },
  { from: '@fiq/shared/schema/contract' },
  { from: '@noble/hashes/sha3', names: '{ keccak_256 }' },
  { from: '@noble/hashes/scrypt', names: '{ scryptAsync }' },
  { from: 'uqr', names: '{ renderUnicodeCompact }' },
  { from: 'jsonc-parser', names: '{ applyEdits, modify, parse }' },
  { from: './config/conf.ts' },
  { from: './private-key-account.ts', path: './wallet/private-key-account.ts' },
].map(({ from, names = '*', path = from }) => {
  const name = from.slice(from.lastIndexOf('/') + 1).replace(/\.ts$/, '')
  return { from, to: `./${name}.cjs`, contents: `export ${names} from '${path}'` }
})

/**
 * Builds the client: CommonJS files, whose parts are evaluated on demand. As ES module chunks it
 * would be many files to resolve and link, and start 25 ms later. What is drawn with ink is an ES
 * module, because ink waits for its layout engine at the top level; it is read when something is
 * drawn.
 */
export async function buildClient(root: string, common: BuildOptions): Promise<void> {
  const source = join(root, 'packages/cli/src')
  const dist = join(root, 'packages/cli/dist')
  rmSync(dist, { recursive: true, force: true })
  const [main] = await Promise.all([
    build({
      ...common,
      entryPoints: [join(source, 'main.ts')],
      outfile: join(dist, 'main.cjs'),
      format: 'cjs',
      target: 'node24',
      // Loaded when a keychain is asked for, where it could be built at all.
      external: ['keytar'],
      plugins: [
        withoutChildProcess,
        ...parts.map(({ from, to }) => required(from, to)),
        ...modules.map(({ from, to }) => loadedLater(from, to)),
      ],
      // For the thread that runs jq, a file beside this one.
      define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
      metafile: true,
    }),
    ...parts.map(({ contents, to }) =>
      build({
        ...common,
        stdin: { contents, resolveDir: source },
        outfile: join(dist, to),
        format: 'cjs',
        target: 'node24',
        // The CommonJS form of jsonc-parser hides its own files from bundlers.
        mainFields: ['module', 'main'],
      }),
    ),
    build({
      ...common,
      entryPoints: modules.map(({ path }) => join(source, path)),
      entryNames: '[name]',
      outdir: dist,
      outExtension: { '.js': '.mjs' },
      splitting: true,
      format: 'esm',
      target: 'node24',
      define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '""' },
      // For the CommonJS packages in it.
      banner: {
        js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);",
      },
      plugins: [withoutDevtools],
    }),
  ])
  await build({
    ...common,
    entryPoints: [join(source, 'terminal/jq/jq-thread.ts')],
    outfile: join(dist, 'jq-thread.mjs'),
    format: 'esm',
    target: 'node24',
    // The package's WebAssembly glue may ask for `require`.
    banner: {
      js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);",
    },
  })
  importThroughOther(join(dist, 'main.cjs'))
  await buildStart(source, dist, common)
  writeManPages(join(dist, 'man'))
  refuseDrawing(Object.keys(main.metafile?.inputs ?? {}))
}

/** What is still imported, ES modules and the keychain's, is by the function of `kept-code.ts`. */
function importThroughOther(file: string): void {
  const text = readFileSync(file, 'latin1')
  writeFileSync(file, text.replace(/\bimport\(/g, 'importOther('), 'latin1')
}

/** The file that is run: small, and it knows the others by their digest. */
async function buildStart(source: string, dist: string, common: BuildOptions): Promise<void> {
  const files = ['main.cjs', ...parts.map(({ to }) => to)]
  const digest = createHash('sha256')
  for (const file of files) digest.update(readFileSync(join(dist, file)))
  await build({
    ...common,
    entryPoints: [join(source, 'fiq.ts')],
    outfile: join(dist, 'fiq.cjs'),
    format: 'cjs',
    // Old enough to be parsed by a Node that is then refused in words.
    target: 'node12.20',
    banner: { js: '#!/usr/bin/env node' },
    define: { builtFiles: JSON.stringify(digest.digest('hex').slice(0, 12)) },
    plugins: [insteadOf('./main.ts', join(source, 'built/main.ts'))],
  })
}

function writeManPages(folder: string): void {
  mkdirSync(folder)
  const parts = { declarations, globals: globalOptions, exitCodes: exitCodeTable() }
  for (const { file, text } of manPages({ ...parts, variables, version, released }))
    writeFileSync(join(folder, file), text)
}

/** What every command would load must hold nothing of what only the drawing needs. */
function refuseDrawing(inputs: readonly string[]): void {
  const drawing = inputs.filter((path) =>
    /node_modules\/(ink|react|yoga|@modelcontextprotocol)/.test(path),
  )
  if (drawing.length > 0) throw new Error(`In dist/main.cjs: ${drawing.slice(0, 5).join(', ')}`)
}

/** Takes another source file where one is imported by the program's first file. */
function insteadOf(from: string, path: string): Plugin {
  return {
    name: 'instead-of',
    setup({ onResolve }) {
      onResolve({ filter: exactly(from) }, () => ({ path }))
    },
  }
}

/** Makes an import, a dynamic one too, a `require` at run time: an `import()` would take 8 ms more. */
function required(from: string, to: string): Plugin {
  return {
    name: 'required',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: exactly(from) }, () => ({ path: to, namespace: to }))
      onResolve({ filter: exactly(to), namespace: to }, () => ({ path: to, external: true }))
      onLoad({ filter: /.*/, namespace: to }, () => ({
        contents: `module.exports = require('${to}')`,
      }))
    },
  }
}

function exactly(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.')}$`)
}

/** Leaves an import to be resolved at run time, under the name its file has in the build. */
export function loadedLater(from: string, to: string): Plugin {
  return {
    name: 'loaded-later',
    setup({ onResolve }) {
      onResolve({ filter: exactly(from) }, () => ({ path: to, external: true }))
    },
  }
}

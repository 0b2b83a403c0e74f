import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { declarations } from '../packages/cli/src/commands/declarations.ts'
import { globalOptions } from '../packages/cli/src/commands/global-options.ts'
import { variables } from '../packages/cli/src/commands/help/topics.ts'
import { manPages } from '../packages/cli/src/commands/man-pages.ts'
import { exitCodeTable } from '../packages/cli/src/exit-codes.ts'
import { released, version } from '../packages/cli/src/version.ts'

/**
 * Builds both programs. The client is two CommonJS files: a small one that answers `--version`, and
 * the rest in one, whose parts are evaluated on demand. As ES module chunks it would be many files
 * to resolve and link, and start 25 ms later. What is drawn with ink is an ES module, because ink
 * waits for its layout engine at the top level; it is read when something is drawn. The server is one file beside its own node_modules,
 * and one for the threads in which it runs SQLite.
 */
const root = join(import.meta.dirname, '..')
const common = {
  bundle: true,
  platform: 'node',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions

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

const started = performance.now()
await Promise.all([buildClient(), buildServer(), buildPages()])
process.stdout.write(`built in ${Math.round(performance.now() - started)} ms\n`)

async function buildClient(): Promise<void> {
  const source = join(root, 'packages/cli/src')
  const dist = join(root, 'packages/cli/dist')
  rmSync(dist, { recursive: true, force: true })
  const [, main] = await Promise.all([
    build({
      ...common,
      entryPoints: [join(source, 'fiq.ts')],
      outfile: join(dist, 'fiq.cjs'),
      format: 'cjs',
      // Old enough to be parsed by a Node that is then refused in words.
      target: 'node12',
      // Becomes `require`: the ES module loader would take 8 ms to look at the file.
      supported: { 'dynamic-import': false },
      banner: { js: '#!/usr/bin/env node' },
      plugins: [loadedLater('./main.ts', './main.cjs')],
    }),
    build({
      ...common,
      entryPoints: [join(source, 'main.ts')],
      outfile: join(dist, 'main.cjs'),
      format: 'cjs',
      target: 'node24',
      // Loaded when a keychain is asked for, where it could be built at all.
      external: ['keytar'],
      plugins: [withoutChildProcess, ...modules.map(({ from, to }) => loadedLater(from, to))],
      // For the thread that runs jq, a file beside this one.
      define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
      metafile: true,
    }),
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
  writeManPages(join(dist, 'man'))
  refuseDrawing(Object.keys(main.metafile?.inputs ?? {}))
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

async function buildServer(): Promise<void> {
  const home = join(root, 'packages/server')
  const entry = join(home, 'src/main.ts')
  if (!existsSync(entry)) {
    process.stdout.write('packages/server/src/main.ts is not there: the server is left out\n')
    return
  }
  const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  await build({
    ...common,
    entryPoints: {
      'fiq-server': entry,
      'sqlite-thread': join(home, 'src/store/sqlite-thread.ts'),
    },
    outdir: join(home, 'dist'),
    format: 'esm',
    target: 'node24',
    minify: false,
    sourcemap: 'linked',
    banner: { js: '#!/usr/bin/env node' },
    external: Object.keys(manifest.dependencies).filter((name) => !name.startsWith('@fiq/')),
  })
}

/**
 * What runs in a visitor's browser, beside the server's program: our own files, nothing from
 * elsewhere. The shared package meets the browser through two shims.
 */
async function buildPages(): Promise<void> {
  const browser = join(root, 'packages/server/src/browser')
  const outdir = join(root, 'packages/server/dist/pages')
  rmSync(outdir, { recursive: true, force: true })
  const shared = {
    ...common,
    platform: 'browser',
    target: ['chrome120', 'firefox121', 'safari17'],
    outdir,
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.ttf': 'file', '.svg': 'file' },
    assetNames: '[name]',
    alias: { 'node:crypto': join(browser, 'shims/node-crypto.ts') },
    inject: [join(browser, 'shims/buffer.ts')],
  } as const satisfies BuildOptions
  await Promise.all([
    build({
      ...shared,
      entryPoints: {
        graphiql: join(browser, 'graphiql/main.tsx'),
        home: join(browser, 'home/main.ts'),
        admin: join(browser, 'admin/main.tsx'),
        style: join(browser, 'style.css'),
        'graphiql-style': join(browser, 'graphiql/style.css'),
        'admin-style': join(browser, 'admin/style.css'),
      },
      format: 'esm',
      splitting: true,
      chunkNames: 'part-[hash]',
    }),
    build({
      ...shared,
      entryPoints: {
        'editor.worker': 'monaco-editor/esm/vs/editor/editor.worker.js',
        'json.worker': 'monaco-editor/esm/vs/language/json/json.worker.js',
        'graphql.worker': 'monaco-graphql/esm/graphql.worker.js',
      },
      absWorkingDir: join(root, 'packages/server'),
      format: 'iife',
    }),
  ])
  compress(outdir)
}

/** Text is served as it was compressed here; at a level that costs no time the rest gains little. */
function compress(folder: string): void {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
  for (const name of readdirSync(folder).filter((file) => /\.(js|css)$/.test(file)))
    writeFileSync(
      join(folder, `${name}.br`),
      brotliCompressSync(readFileSync(join(folder, name)), quality),
    )
}

/** Leaves an import to be resolved at run time, under the name its file has in the build. */
function loadedLater(from: string, to: string): Plugin {
  return {
    name: 'loaded-later',
    setup({ onResolve }) {
      onResolve({ filter: new RegExp(`^${from.replaceAll('.', '\\.')}$`) }, () => ({
        path: to,
        external: true,
      }))
    },
  }
}

import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { BuildOptions } from 'esbuild'
import { buildClient, loadedLater } from './build-client.ts'
import { buildDocs } from './build-docs.ts'
import { createBundler, noticesFile } from './notices.ts'
import { writeReleaseFiles } from './release-files.ts'

/**
 * Builds client and server. Beside its node_modules, the server has a file that checks Node's
 * version, the program, two threads, and the traces, which load only if configured.
 */
const root = join(import.meta.dirname, '..')
const common = {
  bundle: true,
  platform: 'node',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions

const started = performance.now()
const { bundle, notices } = createBundler(common)
await Promise.all([buildClient(root, common), buildServer(), buildPages()])
writeFileSync(join(root, 'packages/server/dist', noticesFile), notices())
writeReleaseFiles(root, process.env)
process.stdout.write(`built in ${Math.round(performance.now() - started)} ms\n`)

async function buildServer(): Promise<void> {
  const home = join(root, 'packages/server')
  const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  await bundle({
    entryPoints: {
      'fiq-server': join(home, 'src/fiq-server.ts'),
      main: join(home, 'src/main.ts'),
      'sqlite-thread': join(home, 'src/storage/database/sqlite-thread.ts'),
      'answer-thread': join(home, 'src/http/mcp/answers/answer-thread.ts'),
      'open-traces': join(home, 'src/observability/open-traces.ts'),
    },
    // In the same file, its packages would load even without traces.
    plugins: [
      loadedLater('main.ts', './main.js'),
      loadedLater('open-traces.ts', './open-traces.js'),
    ],
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
 * Builds the browser pages. They load files only from this server. Three shims replace the Node
 * modules that the shared package uses.
 */
async function buildPages(): Promise<void> {
  const browser = join(root, 'packages/server/src/browser')
  const outdir = join(root, 'packages/server/dist/pages')
  rmSync(outdir, { recursive: true, force: true })
  const shared = {
    platform: 'browser',
    target: ['chrome120', 'firefox121', 'safari17'],
    outdir,
    define: {
      'process.env.NODE_ENV': '"production"',
      'process.getBuiltinModule': 'getBuiltinModule',
    },
    loader: { '.ttf': 'file', '.svg': 'file', '.woff2': 'file' },
    assetNames: '[name]',
    // The style sheet is inlined in the pages, so its addresses must not be relative.
    publicPath: '/pages/',
    alias: { 'node:crypto': join(browser, 'shims/node-crypto.ts') },
    inject: [join(browser, 'shims/buffer.ts'), join(browser, 'shims/get-builtin-module.ts')],
  } as const satisfies BuildOptions
  await Promise.all([
    bundle({
      ...shared,
      entryPoints: {
        graphiql: join(browser, 'graphiql/main.tsx'),
        home: join(browser, 'home/main.ts'),
        sources: join(browser, 'sources/main.ts'),
        tool: join(browser, 'tool/main.ts'),
        docs: join(browser, 'docs/main.ts'),
        admin: join(browser, 'admin/main.tsx'),
        account: join(browser, 'account/main.ts'),
        style: join(browser, 'style.css'),
        'graphiql-style': join(browser, 'graphiql/style.css'),
        'admin-style': join(browser, 'admin/style.css'),
      },
      format: 'esm',
      splitting: true,
      chunkNames: 'part-[hash]',
    }),
    bundle({
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
  copyFileSync(join(browser, 'fonts/OFL.txt'), join(outdir, 'OFL.txt'))
  buildDocs(root, outdir)
  compress(outdir)
}

/** Compresses files at build time. Higher levels take longer and save little. */
function compress(folder: string): void {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
  for (const name of readdirSync(folder).filter((file) => /\.(js|css|json)$/.test(file)))
    writeFileSync(
      join(folder, `${name}.br`),
      brotliCompressSync(readFileSync(join(folder, name)), quality),
    )
}

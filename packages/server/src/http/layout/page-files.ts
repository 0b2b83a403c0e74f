import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/**
 * Folder of the page files that `scripts/build.ts` writes: beside the built program, or in the
 * build folder if the program runs from source.
 */
export function builtFolder(): string | undefined {
  const here = import.meta.dirname
  return [join(here, 'pages'), join(here, '../../../dist/pages')].find((folder) =>
    existsSync(join(folder, 'home.js')),
  )
}

/**
 * Reads a style sheet to include in the page, so that the first paint needs no second request.
 *
 * @returns Its text; empty while the pages are not built.
 */
export function builtStyle(...files: readonly string[]): string {
  const folder = builtFolder()
  return folder === undefined
    ? ''
    : files.map((file) => readFileSync(join(folder, file), 'utf8')).join('')
}

/** Bytes of each page file, uncompressed, by its name below `/pages/`. */
export function pageFileBytes(root = builtFolder()): ReadonlyMap<string, number> {
  const names = root === undefined ? [] : readdirSync(root)
  return new Map(names.map((name) => [name, statSync(join(root!, name)).size]))
}

/**
 * `GET /pages/*`: our own files, compressed. All files except fonts are revalidated by their ETag.
 */
export function pageFiles(app: FastifyInstance, root = builtFolder()): void {
  if (root === undefined) return
  app.register(fastifyStatic, {
    root,
    prefix: '/pages/',
    index: false,
    dotfiles: 'deny',
    preCompressed: true,
    cacheControl: false,
    acceptRanges: false,
    decorateReply: false,
    setHeaders(reply, path) {
      // A font must come from the cache on the first paint, without revalidation.
      const isFont = path.endsWith('.woff2')
      reply.header('cache-control', isFont ? 'public, max-age=604800' : 'no-cache')
      reply.header('x-content-type-options', 'nosniff')
    },
  })
}

import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { makeFolder } from '../../config/make-folder.ts'

/** A response on disk with the validators of a conditional request. */
export type StoredResponse = {
  body: Uint8Array
  etag: string | null
  lastModified: string | null
  asOf: string | null
  retrievedAt: string
}

/**
 * Responses on disk between runs, so that a large list is fetched again only if it changed. The key
 * is the address without an API key.
 */
export type DiskCache = {
  read(key: string): Promise<StoredResponse | undefined>
  write(key: string, answer: StoredResponse): Promise<void>
  forget(key: string): void
}

/**
 * Opens the cache in a folder.
 *
 * @param folder created at the first write; a failed write is ignored
 * @param life older responses are dropped after this many days; default: never
 */
export function diskCache(
  folder: string,
  life: { daysMax: number; now(): Date } = { daysMax: Infinity, now: () => new Date(0) },
): DiskCache {
  const pathOf = (key: string) => join(folder, createHash('sha256').update(key).digest('hex'))
  const isOver = (retrievedAt: string) =>
    life.now().getTime() - Date.parse(retrievedAt) > life.daysMax * dayMs
  return {
    async read(key) {
      try {
        const bytes = await readFile(pathOf(key))
        const end = bytes.indexOf(0x0a)
        const head = headSchema.parse(JSON.parse(bytes.subarray(0, end).toString()))
        const body = bytes.subarray(end + 1)
        // If head and body do not match, or the body is truncated, treat the response as absent.
        if (head.key !== key || head.length !== body.length) return undefined
        const { etag, lastModified, asOf, retrievedAt } = head
        if (isOver(retrievedAt)) {
          this.forget(key)
          return undefined
        }
        return { body, etag, lastModified, asOf, retrievedAt }
      } catch {
        return undefined
      }
    },
    async write(key, { body, ...head }) {
      try {
        makeFolder(folder)
        const line = `${JSON.stringify({ key, length: body.length, ...head })}\n`
        const path = pathOf(key)
        const partial = `${path}.${process.pid}.partial`
        await writeFile(partial, Buffer.concat([Buffer.from(line), body]))
        await rename(partial, path)
      } catch {
        // If the disk is full or read-only, the next fetch is a full one.
      }
    },
    forget(key) {
      try {
        rmSync(pathOf(key), { force: true })
      } catch {
        // Ignored, like a failed write.
      }
    },
  }
}

const dayMs = 86_400_000

const headSchema = z.object({
  key: z.string(),
  length: z.number(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  asOf: z.string().nullable(),
  retrievedAt: z.string(),
})

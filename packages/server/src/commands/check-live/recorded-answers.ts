import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { defined } from '@fiq/shared/defined'
import { makeFolder } from '../../config/make-folder.ts'
import { type Exchange, hasAnswer } from '../../upstreams/live/exchange.ts'
import { isoOrNull } from '../../upstreams/live/refusals.ts'
import { loadMirrorFolder } from '../../upstreams/mirror/mirror-folder.ts'
import { bodyDigest, mirrorPath } from '../../upstreams/mirror-path.ts'
import type { UpstreamRequest } from '../../upstreams/transport.ts'

/** Responses of sources, stored as a mirror. */
export type RecordedAnswers = {
  add(request: UpstreamRequest, response: Exchange): void
  /** @returns The number of written files. */
  save(folder: string): Promise<number>
}

/** Replaces a key that a response repeats. */
const redacted = 'REDACTED'

/**
 * Collects responses for a folder that `--upstream mirror:FOLDER` and tests read. Addresses are
 * recorded without the key, and a key in a body is replaced. Refusals are stored separately in
 * `refused/STATUS`, where they are not read as data.
 *
 * @param secrets values of the configured keys
 */
export function recordedAnswers(secrets: readonly string[], now: () => Date): RecordedAnswers {
  const answers = new Map<string, { request: UpstreamRequest; response: Exchange; at: string }>()
  return {
    add(request, response) {
      const found = pathOf(request)
      const path = hasAnswer(response.status)
        ? found
        : join('refused', String(response.status), found)
      if (response.body.length > 0)
        answers.set(path, { request, response, at: now().toISOString() })
    },
    async save(folder) {
      const mirror = await loadMirrorFolder(folder, () => now().getTime())
      for (const [path, { request, response, at }] of answers) {
        const body = withoutSecrets(response.body, secrets)
        const file = join(mirror.root, path)
        makeFolder(dirname(file))
        await writeFile(file, body)
        if (!hasAnswer(response.status)) continue
        await mirror.put({
          path,
          url: request.url.href,
          ...defined({
            bodySha256: request.method === 'POST' ? bodyDigest(request.body ?? '') : undefined,
          }),
          asOf: isoOrNull(response.headers['last-modified'] ?? null),
          retrievedAt: at,
          bytes: body.length,
          sha256: createHash('sha256').update(body).digest('hex'),
          expects: request.expects,
        })
      }
      await mirror.save()
      return answers.size
    },
  }
}

/** Path of a response. A POST is stored beside the GETs, under the digest of its body. */
function pathOf({ url, method, body = '' }: UpstreamRequest): string {
  return method === 'POST' ? `${mirrorPath(url)}-${bodyDigest(body)}` : mirrorPath(url)
}

/** Uses latin1, which preserves every byte, even of compressed files. */
function withoutSecrets(body: Uint8Array, secrets: readonly string[]): Buffer {
  const text = Buffer.from(body).toString('latin1')
  const clean = secrets.reduce((left, secret) => left.replaceAll(secret, redacted), text)
  return Buffer.from(clean, 'latin1')
}

import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import { makeFolder } from '../../config/make-folder.ts'
import { ownerOf } from './source-grades.ts'

/** When the user switched an owner on, ISO 8601, by the owner's id. */
export type OwnDecisions = Readonly<Record<string, string>>

const fileName = 'sources.json'
const schema = z.object({ allowed: z.record(z.string(), z.string()) })

/** @throws FiqError `CONFIGURATION_INVALID` if the file cannot be used. */
export function readDecisions(dataDir: string): OwnDecisions {
  const path = join(dataDir, fileName)
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8'))).allowed
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new FiqError('CONFIGURATION_INVALID', `The decisions in ${path} cannot be read.`, {
      remedy: 'Correct or remove the file. Without it, no source is on by your own decision.',
      cause,
    })
  }
}

/** Replaces the file. Only its owner can read it. */
export function writeDecisions(dataDir: string, allowed: OwnDecisions): void {
  makeFolder(dataDir, 0o700)
  const path = join(dataDir, fileName)
  const partial = `${path}.${process.pid}.partial`
  writeFileSync(partial, `${JSON.stringify({ allowed }, null, 2)}\n`, { mode: 0o600 })
  renameSync(partial, path)
}

/** A decision takes effect within this time, without a restart of the server. */
const readEveryMs = 1_000

/**
 * The sources that the user may query: those whose terms allow it, and those that the user switched
 * on. Reads the decisions again after they changed.
 */
export function personalGrants(
  dataDir: string,
  nowMs: () => number,
): Pick<ReadonlySet<string>, 'has'> {
  const path = join(dataDir, fileName)
  let read: { atMs: number; changedMs: number | undefined; allowed: OwnDecisions } | undefined
  const decisions = (): OwnDecisions => {
    if (read && nowMs() - read.atMs < readEveryMs) return read.allowed
    const changedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (!read || read.changedMs !== changedMs)
      read = { atMs: 0, changedMs, allowed: readDecisions(dataDir) }
    read.atMs = nowMs()
    return read.allowed
  }
  return {
    has(id) {
      const owner = ownerOf({ id })
      if (owner?.grade === 'U') return Object.hasOwn(decisions(), owner.id)
      return owner?.grade === 'A' || owner?.grade === 'P'
    },
  }
}

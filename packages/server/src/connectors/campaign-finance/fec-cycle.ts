import { hasCode } from '@fiq/shared/errors'
import { foldText } from '../../names/fold-text.ts'
import type { ConnectorContext, Provenance, Upstream } from '../../sources/connector.ts'
import { originOf } from '../../sources/fetching.ts'
import { ageDays, provenanceOf } from '../../sources/sourced.ts'
import { refuse } from '../../upstreams/checked-answer.ts'
import type { Origin } from '../../upstreams/transport.ts'
import { zipEntries } from '../../upstreams/zip.ts'
import { type CommitteeRecord, cycleEnd } from './committee-record.ts'
import {
  type CommitteeMaster,
  type FecRow,
  markRepeats,
  readCandidates,
  readCommittees,
  readMasters,
} from './fec-rows.ts'

export const fecBulk: Upstream = {
  id: 'fec-bulk',
  name: 'Federal Election Commission bulk data',
  hosts: ['www.fec.gov', 'cg-519a459a-0ea3-42c2-b7bc-fa1143481f74.s3-us-gov-west-1.amazonaws.com'],
  url: 'https://www.fec.gov/data/browse-data/?tab=bulk-data',
  licence: { class: 'public', text: 'US government work, public domain' },
  delay: 'weekly, as committees report',
  timing: { delay: 'periodic' },
}

const cacheSeconds = 24 * 60 * 60
const unpackedBytesMax = 2 ** 27
/** Committees report every quarter. Figures up to the end of a cycle never become stale. */
const staleAfterDays = 200

/** A record with all folded names that find it: its own, its candidate's and its sponsor's. */
export type Named = { record: CommitteeRecord; names: string }

/** A parsed file of the FEC. */
export type FecFile<row> = { rows: readonly row[]; provenance: Provenance }

/** The files of one cycle. */
export type FecCycle = {
  /** All candidates (weball), and PACs and parties (webk). One of them may be missing. */
  figures: readonly FecFile<Named>[]
  /** Names, states and sponsors of all committees (cm). */
  masters: FecFile<CommitteeMaster> | undefined
}

/**
 * Loads the files of a cycle. Omits a missing file.
 *
 * @throws FiqError `NOT_FOUND` if there are no figures, `UPSTREAM_…`
 */
export function loadCycle(cycle: number, context: ConnectorContext): Promise<FecCycle> {
  return context.cached(`fec-bulk:${cycle}`, cacheSeconds, async (context) => {
    const files = await Promise.allSettled([
      fetchFile('weball', cycle, context, readCandidates),
      fetchFile('webk', cycle, context, readCommittees),
      fetchFile('cm', cycle, context, (text, _, url) => readMasters(text, url)),
    ])
    const broken = files.find(
      (file) => file.status === 'rejected' && !hasCode(file.reason, 'NOT_FOUND'),
    )
    if (broken) throw (broken as PromiseRejectedResult).reason
    const [candidates, committees, masters] = [
      foundIn(files[0]),
      foundIn(files[1]),
      foundIn(files[2]),
    ]
    const found = [candidates, committees].filter((file) => file !== undefined)
    if (found.length === 0) throw (files[0] as PromiseRejectedResult).reason
    const all = found.flatMap(({ rows }) => rows)
    const stale = isBehind(newestDay(all.map(({ record }) => record)), cycle, context)
    return {
      figures: found.map(({ rows, answer }) => {
        const asOf = newestDay(rows.map(({ record }) => record)) ?? answer.asOf
        const provenance = provenanceOf(fecBulk, answer, { asOf, stale })
        return { rows: withMasters(markRepeats(rows), masters?.rows ?? []), provenance }
      }),
      masters: masters && {
        rows: masters.rows,
        provenance: provenanceOf(fecBulk, masters.answer, { stale }),
      },
    }
  })
}

/** The newest day with figures. */
function newestDay(records: readonly CommitteeRecord[]): string | null {
  return records.reduce<string | null>(
    (newest, { coverageEnd }) => ((coverageEnd ?? '') > (newest ?? '') ? coverageEnd : newest),
    null,
  )
}

/** Whether newer figures of the cycle should already be published. */
function isBehind(newest: string | null, cycle: number, { now }: ConnectorContext): boolean {
  const isWhole = newest !== null && newest >= cycleEnd({ cycle })
  return !isWhole && ageDays(newest, now()) > staleAfterDays
}

function foundIn<value>(settled: PromiseSettledResult<value>): value | undefined {
  return settled.status === 'fulfilled' ? settled.value : undefined
}

/**
 * Reads the rows of the published archive. A mirror may contain its only file uncompressed instead.
 */
async function fetchFile<row>(
  file: string,
  cycle: number,
  context: ConnectorContext,
  read: (text: string, cycle: number, url: URL) => row[],
): Promise<{ rows: row[]; answer: Origin }> {
  const name = `${file}${String(cycle % 100).padStart(2, '0')}`
  const url = new URL(`https://www.fec.gov/files/bulk-downloads/${cycle}/${name}.zip`)
  const answer = await context.fetch({ url, expects: 'binary', bulk: true })
  return {
    rows: read(textIn(unpacked(answer.body, url)), cycle, url),
    answer: originOf(answer),
  }
}

function unpacked(body: Uint8Array, url: URL): Uint8Array {
  if (body[0] !== 0x50 || body[1] !== 0x4b) return body
  const entry = zipEntries(body)?.find(({ name }) => /^\w+\.txt$/.test(name))
  if (!entry) return refuse(url, 'an archive without its file')
  try {
    return entry.read(unpackedBytesMax)
  } catch (cause) {
    return refuse(url, 'an archive that is damaged or too large', { cause })
  }
}

/** Adds names, parties and states of committees, which the files of figures lack. */
function withMasters(rows: readonly FecRow[], masters: readonly CommitteeMaster[]): Named[] {
  const byId = new Map(masters.map((master) => [master.id, master]))
  const principal = new Map(
    masters
      .filter(({ designation, candidateId }) => designation === 'P' && candidateId !== null)
      .map((master) => [master.candidateId, master]),
  )
  return rows.map(({ record, candidateId }) => {
    const master =
      candidateId === null ? byId.get(record.committeeId ?? '') : principal.get(candidateId)
    const full = master
      ? {
          ...record,
          committeeName: master.name,
          committeeId: master.id,
          party: record.party ?? master.party,
          state: record.state ?? master.state,
        }
      : record
    const names = [full.committeeName, full.candidateName, master?.connectedOrganisation]
    return { record: full, names: ` ${foldText(names.filter(Boolean).join(' '))}` }
  })
}

/** The FEC's files are UTF-8, or Windows-1252 if a filer's name contains a letter of it. */
function textIn(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return new TextDecoder('windows-1252').decode(body)
  }
}

import { FiqError } from '@fiq/shared/errors'
import { foldText } from '../../names/fold-text.ts'
import type { ConnectorContext, Provenance, Sourced, Upstream } from '../../sources/connector.ts'
import { ageDays, provenanceOf } from '../../sources/sourced.ts'
import { refuse } from '../../upstreams/checked-answer.ts'
import type { UpstreamAnswer } from '../../upstreams/transport.ts'
import { zipEntries } from '../../upstreams/zip.ts'
import {
  type CommitteeFilter,
  type CommitteeRecord,
  cycleEnd,
  cycleOf,
} from './committee-record.ts'
import {
  type CommitteeMaster,
  type FecRow,
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

/**
 * Candidates and committees whose names hold every word of `name`, from the files of a cycle: all
 * candidates (weball), PACs and parties (webk), names and states (cm). Without a cycle, reads
 * the current one and the one before. Skips a missing file.
 *
 * @throws FiqError `NOT_FOUND`, `UPSTREAM_…` if no file of figures is readable
 */
export async function loadFromBulk(
  name: string,
  { cycle }: CommitteeFilter,
  context: ConnectorContext,
): Promise<Sourced<readonly CommitteeRecord[]>> {
  const newest = cycleOf(context.now())
  const cycles = cycle == null ? [newest, newest - 2] : [cycle]
  const settled = await Promise.allSettled(cycles.map((each) => loadCycle(each, context)))
  const held = settled.filter((each) => each.status === 'fulfilled').map(({ value }) => value)
  if (held.length === 0) throw worstOf(settled)
  const words = foldText(name).split(' ')
  return {
    value: held.flatMap(({ value }) =>
      value.filter(({ names }) => isNamed(names, words)).map(({ record }) => record),
    ),
    provenance: held.flatMap(({ provenance }) => provenance),
  }
}

type Named = { record: CommitteeRecord; names: string }

function loadCycle(cycle: number, context: ConnectorContext): Promise<Sourced<readonly Named[]>> {
  return context.cached(`fec-bulk:${cycle}`, cacheSeconds, async (context) => {
    const files = await Promise.allSettled([
      fetchFile('weball', cycle, context, readCandidates),
      fetchFile('webk', cycle, context, readCommittees),
      fetchFile('cm', cycle, context, (text, _, url) => readMasters(text, url)),
    ])
    const broken = files.find((file) => file.status === 'rejected' && !isAbsent(file.reason))
    if (broken) throw (broken as PromiseRejectedResult).reason
    const [candidates, committees, masters] = [
      foundIn(files[0]),
      foundIn(files[1]),
      foundIn(files[2]),
    ]
    const first = candidates ?? committees
    if (!first) throw (files[0] as PromiseRejectedResult).reason
    const rows = [...(candidates?.rows ?? []), ...(committees?.rows ?? [])]
    const provenance = provenanceOfCycle(rows, cycle, first.answer, context)
    return { value: withMasters(rows, masters?.rows ?? []), provenance: [provenance] }
  })
}

function foundIn<value>(settled: PromiseSettledResult<value>): value | undefined {
  return settled.status === 'fulfilled' ? settled.value : undefined
}

/** Prefers the error of an unreadable cycle to that of a missing one. */
function worstOf(settled: readonly PromiseSettledResult<unknown>[]): unknown {
  const reasons = settled.map((each) => (each.status === 'rejected' ? each.reason : undefined))
  return reasons.find((reason) => !isAbsent(reason)) ?? reasons[0]
}

function isAbsent(error: unknown): boolean {
  return error instanceof FiqError && error.code === 'NOT_FOUND'
}

/** The rows of the published archive; a mirror may hold its only file unpacked instead. */
async function fetchFile<row>(
  file: string,
  cycle: number,
  context: ConnectorContext,
  read: (text: string, cycle: number, url: URL) => row[],
): Promise<{ rows: row[]; answer: UpstreamAnswer }> {
  const name = `${file}${String(cycle % 100).padStart(2, '0')}`
  const url = new URL(`https://www.fec.gov/files/bulk-downloads/${cycle}/${name}.zip`)
  const answer = await context.fetch({ url, expects: 'binary', bulk: true })
  return { rows: read(utf8.decode(unpacked(answer.body, url)), cycle, url), answer }
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

/** Whether every word of the query begins a word of the names. */
function isNamed(names: string, words: readonly string[]): boolean {
  return words.every((word) => names.includes(` ${word}`))
}

function provenanceOfCycle(
  rows: readonly FecRow[],
  cycle: number,
  answer: UpstreamAnswer,
  { now }: ConnectorContext,
): Provenance {
  const asOf = rows.reduce<string | null>(
    (newest, { record: { coverageEnd } }) =>
      (coverageEnd ?? '') > (newest ?? '') ? coverageEnd : newest,
    null,
  )
  const isWhole = asOf !== null && asOf >= cycleEnd({ cycle })
  const stale = !isWhole && ageDays(asOf, now()) > staleAfterDays
  return provenanceOf(fecBulk, answer, { asOf: asOf ?? answer.asOf, stale })
}

const utf8 = new TextDecoder()

import { refuse } from '../../upstreams/checked-answer.ts'
import type { CommitteeRecord } from './committee-record.ts'

/** A file of the FEC: columns separated by `|`, no header, no quotes. */
type Shape = { file: string; columns: number }

const candidates: Shape = { file: 'weball', columns: 30 }
const committees: Shape = { file: 'webk', columns: 27 }
const masters: Shape = { file: 'cm', columns: 15 }

/** A row of the committee master. */
export type CommitteeMaster = {
  id: string
  name: string
  state: string | null
  designation: string
  type: string | null
  party: string | null
  connectedOrganisation: string | null
  candidateId: string | null
}

/** A record with its other searchable names. */
export type FecRow = { record: CommitteeRecord; candidateId: string | null }

/**
 * `weball`: every candidate of a cycle with the receipts of their committees.
 *
 * @throws FiqError `UPSTREAM_CHANGED` for rows of another format
 */
export function readCandidates(text: string, cycle: number, url: URL): FecRow[] {
  return rowsOf(text, candidates, url).map((row) => ({
    candidateId: row[0]!,
    record: {
      committeeName: row[1]!,
      committeeId: null,
      // The first letter of a candidate's number is the office: H, S or P.
      committeeType: row[0]![0]!,
      candidateName: row[1]!,
      candidateId: row[0]!,
      repeatedAs: [],
      cycle,
      party: row[4] || null,
      state: row[18] === '00' ? null : row[18] || null,
      totalRaised: amountOf(row[5], url),
      coverageEnd: dayOf(row[27]),
    },
  }))
}

/**
 * Marks rows that repeat the figures of a candidate: one who runs for two offices has two numbers,
 * and the FEC lists the receipts under both.
 */
export function markRepeats(rows: readonly FecRow[]): FecRow[] {
  const keyOf = ({ record: { candidateName, totalRaised, coverageEnd } }: FecRow) =>
    JSON.stringify([candidateName, totalRaised, coverageEnd])
  const same = Map.groupBy(
    rows.filter(({ candidateId }) => candidateId !== null),
    keyOf,
  )
  return rows.map((row) => {
    const others = (same.get(keyOf(row)) ?? []).filter((each) => each !== row)
    if (row.candidateId === null || others.length === 0) return row
    const repeatedAs = others.flatMap(({ candidateId }) => candidateId ?? [])
    return { ...row, record: { ...row.record, repeatedAs } }
  })
}

/** `webk`: every PAC and party committee of a cycle. Throws as {@link readCandidates}. */
export function readCommittees(text: string, cycle: number, url: URL): FecRow[] {
  return rowsOf(text, committees, url).map((row) => ({
    candidateId: null,
    record: {
      committeeName: row[1]!,
      committeeId: row[0]!,
      committeeType: row[2] || null,
      candidateName: null,
      candidateId: null,
      repeatedAs: [],
      cycle,
      party: null,
      state: null,
      totalRaised: amountOf(row[5], url),
      coverageEnd: dayOf(row[26]),
    },
  }))
}

/** `cm`: name, state and party of every committee. Throws as {@link readCandidates}. */
export function readMasters(text: string, url: URL): CommitteeMaster[] {
  return rowsOf(text, masters, url).map((row) => ({
    id: row[0]!,
    name: row[1]!,
    state: row[6] || null,
    designation: row[8]!,
    type: row[9] || null,
    party: row[10] || null,
    connectedOrganisation: row[13] === 'NONE' ? null : row[13] || null,
    candidateId: row[14] || null,
  }))
}

/** Candidate and committee numbers: a letter, then letters and digits. */
const identifier = /^[A-Z][A-Z0-9]{8}$/

function rowsOf(text: string, { file, columns }: Shape, url: URL): string[][] {
  const rows = text
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  if (rows.length === 0) refuse(url, `${file} without rows`)
  const wrong = rows.findIndex((row) => row.length < columns || !identifier.test(row[0]!))
  if (wrong >= 0) refuse(url, `${file} of another form`, { facts: [`Row: ${wrong + 1}`] })
  return rows
}

function amountOf(text: string | undefined, url: URL): number | null {
  if (!text) return null
  if (!/^-?(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d+)?$/i.test(text))
    refuse(url, 'an amount that is not a number')
  return Number(text)
}

/** `12/31/2024` as ISO 8601. */
function dayOf(text: string | undefined): string | null {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text ?? '') ?? []
  return year === undefined ? null : `${year}-${month}-${day}`
}

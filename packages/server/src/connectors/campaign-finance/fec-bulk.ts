import { FiqError, hasCode } from '@fiq/shared/errors'
import { andNames } from '@fiq/shared/spelling/name-list'
import { plainCompanyName } from '../../names/company-name.ts'
import { foldText } from '../../names/fold-text.ts'
import type { ConnectorContext, Provenance, Sourced, Unanswered } from '../../sources/connector.ts'
import { type CommitteeFilter, type CommitteeRecord, cycleOf, passes } from './committee-record.ts'
import { type FecCycle, fecBulk, loadCycle } from './fec-cycle.ts'
import type { CommitteeMaster } from './fec-rows.ts'

/**
 * Candidates and committees whose names contain every word of `name`, from the files of a cycle.
 * Without a cycle, reads the current one and the previous one.
 *
 * @throws FiqError `NOT_FOUND`, `UPSTREAM_…` if no file of figures is readable
 */
export async function loadFromBulk(
  name: string,
  filter: CommitteeFilter,
  context: ConnectorContext,
): Promise<Sourced<readonly CommitteeRecord[]>> {
  const { cycles, unanswered } = await loadCycles(filter, context)
  const words = foldText(name).split(' ')
  const files = cycles.flatMap(({ figures }) =>
    figures.map(({ rows, provenance }) => ({
      provenance,
      records: rows
        .filter(({ names, record }) => isNamed(names, words) && passes(record, filter))
        .map(({ record }) => record),
    })),
  )
  const answering = files.filter(({ records }) => records.length > 0)
  return {
    value: files.flatMap(({ records }) => records),
    provenance: (answering.length > 0 ? answering : files).map(({ provenance }) => provenance),
    rowProvenance: new Map(
      files.flatMap(({ records, provenance }) =>
        records.map((record) => [record, [provenance]] as const),
      ),
    ),
    unanswered,
  }
}

/**
 * The committees that a company has registered: those whose connected organisation in the committee
 * master has the company's name. Ignores legal forms, a leading article, case and punctuation. Does
 * not find committees of subsidiaries with other names.
 *
 * @param name as the SEC writes it
 * @returns an empty list, with a warning that gives the reason, if there are none
 * @throws FiqError `NOT_FOUND` if no committee master is readable, `UPSTREAM_…`
 */
export async function loadCompanyCommittees(
  name: string,
  filter: CommitteeFilter,
  context: ConnectorContext,
): Promise<Sourced<readonly CommitteeRecord[]>> {
  const { cycles, unanswered } = await loadCycles(filter, context)
  const own = organisationKey(name)
  const read = cycles.flatMap(({ cycle, figures, masters }) => {
    if (!masters) return []
    const registered = masters.rows.filter(
      ({ connectedOrganisation: sponsor }) => sponsor !== null && organisationKey(sponsor) === own,
    )
    const found = registered
      .map((master) => reportOf(master, cycle, figures))
      .filter(({ record }) => passes(record, filter))
    return [{ cycle, found, provenance: masters.provenance }]
  })
  if (read.length === 0)
    throw new FiqError('NOT_FOUND', 'No list of committees was found for these cycles.')
  const reports = read.flatMap(({ found }) => found)
  const value = reports.map(({ record }) => record)
  const years = andNames(read.map(({ cycle }) => String(cycle)))
  const none = `In the cycles ${years} no committee that passes the filter names ${name} as its connected organisation.`
  const reported = new Set(reports.flatMap(({ provenance }) => provenance))
  return {
    value,
    provenance: [...reported, ...read.map(({ provenance }) => provenance)],
    rowProvenance: new Map(reports.map(({ record, provenance }) => [record, provenance])),
    warnings: value.length > 0 ? [] : [none],
    unanswered,
  }
}

/** The newest cycles, without absent ones. Names an unreadable cycle in `unanswered`. */
async function loadCycles(
  { cycle }: CommitteeFilter,
  context: ConnectorContext,
): Promise<{ cycles: (FecCycle & { cycle: number })[]; unanswered: readonly Unanswered[] }> {
  const newest = cycleOf(context.now())
  const cycles = cycle == null ? [newest, newest - 2] : [cycle]
  const settled = await Promise.allSettled(
    cycles.map(async (cycle) => ({ ...(await loadCycle(cycle, context)), cycle })),
  )
  const loaded = settled.filter((each) => each.status === 'fulfilled').map(({ value }) => value)
  if (loaded.length === 0) throw worstOf(settled)
  const unanswered = settled.flatMap((each) => {
    if (each.status === 'fulfilled' || hasCode(each.reason, 'NOT_FOUND')) return []
    if (!(each.reason instanceof FiqError)) throw each.reason
    return [{ source: fecBulk.name, error: each.reason }]
  })
  return { cycles: loaded, unanswered }
}

/** Prefers the error of an unreadable cycle to that of a missing one. */
function worstOf(settled: readonly PromiseSettledResult<unknown>[]): unknown {
  const reasons = settled.map((each) => (each.status === 'rejected' ? each.reason : undefined))
  return reasons.find((reason) => !hasCode(reason, 'NOT_FOUND')) ?? reasons[0]
}

/** Whether every word of the query begins a word of the names. */
function isNamed(names: string, words: readonly string[]): boolean {
  return words.every((word) => names.includes(` ${word}`))
}

/** The name without legal forms and spaces, normalised: `EXXONMOBIL` is `Exxon Mobil Corp`. */
function organisationKey(name: string): string {
  return foldText(plainCompanyName(name)).replaceAll(' ', '')
}

/** A registered committee with its figures, and the file of these, if it has reported. */
function reportOf(
  { id, name, type, party, state }: CommitteeMaster,
  cycle: number,
  figures: FecCycle['figures'],
): { record: CommitteeRecord; provenance: Provenance[] } {
  for (const { rows, provenance } of figures) {
    const reported = rows.find(({ record }) => record.committeeId === id)
    if (reported) return { record: reported.record, provenance: [provenance] }
  }
  const record = {
    committeeName: name,
    committeeId: id,
    committeeType: type,
    candidateName: null,
    candidateId: null,
    repeatedAs: [],
    cycle,
    party,
    state,
    totalRaised: null,
    coverageEnd: null,
  }
  return { record, provenance: [] }
}

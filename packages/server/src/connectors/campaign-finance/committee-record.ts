import { foldText } from '../../names/fold-text.ts'
import type { ArrayFilter } from '../../sources/array-filter.ts'

/** One row of `campaignFinance`. Money in USD. */
export type CommitteeRecord = {
  committeeName: string
  committeeId: string | null
  /** One letter of the FEC, e.g. `P` presidential, `Q` PAC. */
  committeeType: string | null
  candidateName: string | null
  /** The FEC's number of the candidate. */
  candidateId: string | null
  /** Other FEC numbers of the candidate that repeat the same figures. */
  repeatedAs: readonly string[]
  cycle: number
  party: string | null
  state: string | null
  totalRaised: number | null
  /** Last day of the reported period. */
  coverageEnd: string | null
}

/** CampaignFinanceFilterInput after coercion. */
export type CommitteeFilter = ArrayFilter & {
  cycle?: number | null
  party?: string | null
  state?: string | null
  minRaised?: number | null
  committeeType?: string | null
}

/** Whether a record passes the filter. A missing value fails. */
export function passes(record: CommitteeRecord, filter: CommitteeFilter): boolean {
  const { cycle, party, state, minRaised, committeeType } = filter
  return (
    (cycle == null || record.cycle === cycle) &&
    (party == null || isParty(record.party, party)) &&
    (state == null || record.state === state.toUpperCase()) &&
    (minRaised == null || (record.totalRaised ?? -Infinity) >= minRaised) &&
    (committeeType == null || record.committeeType === committeeType.toUpperCase())
  )
}

/** The date of a cycle: its last day. */
export function cycleEnd({ cycle }: { cycle: number }): string {
  return `${cycle}-12-31`
}

/** The cycle of a day: the even year in which it ends. */
export function cycleOf(now: Date): number {
  const year = now.getUTCFullYear()
  return year + (year % 2)
}

/** Whether two names of a party are equal: `DEM`, `Democratic` and `democratic party` are. */
function isParty(party: string | null, requested: string): boolean {
  if (party === null) return false
  const [recorded, name] = [foldText(party), foldText(requested)]
  return (
    recorded === name ||
    (recorded.startsWith(name.slice(0, 3)) === true && name.startsWith(recorded.slice(0, 3)))
  )
}

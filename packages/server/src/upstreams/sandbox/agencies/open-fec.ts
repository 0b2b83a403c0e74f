import { foldText } from '../../../names/fold-text.ts'
import { type SandboxAnswer, unknownAddress } from '../market/route.ts'
import { type Committee, committees, covered, cycles } from './fec.ts'

/** `/v1` of api.open.fec.gov: the committees of the bulk files, and their totals by cycle. */
export const fec: SandboxAnswer = (request, now, seed) => {
  const { pathname, searchParams } = request.url
  const all = committees(seed)
  if (pathname === '/v1/committees/') return page(searchParams, found(all, searchParams).map(row))
  const [, id] = /^\/v1\/committee\/(C\d{8})\/totals\/$/.exec(pathname) ?? []
  const committee = all.find((each) => each.id === id)
  if (!committee) return unknownAddress(request)
  return page(searchParams, totals(committee, searchParams.get('cycle'), now))
}

function page(query: URLSearchParams, rows: readonly object[]): string {
  const size = Number(query.get('per_page') ?? 20)
  const pagination = {
    count: rows.length,
    page: 1,
    pages: Math.ceil(rows.length / size),
    per_page: size,
  }
  return JSON.stringify({ api_version: '1.0', pagination, results: rows.slice(0, size) })
}

/** Committees whose name has, for each requested word, a word that begins with it. */
function found(all: readonly Committee[], query: URLSearchParams): Committee[] {
  const words = foldText(query.get('q') ?? '').split(' ')
  const [state, type] = [query.get('state'), query.get('committee_type')]
  return all.filter(
    (each) =>
      words.every((word) => ` ${foldText(each.name)}`.includes(` ${word}`)) &&
      (state === null || each.state === state) &&
      (type === null || each.type === type),
  )
}

const row = ({ id, name, party, state, type, designation }: Committee) => ({
  committee_id: id,
  name,
  party: party || null,
  state,
  committee_type: type,
  designation,
})

/** Totals by cycle, newest first. */
function totals({ id, name, raisedIn }: Committee, cycleWanted: string | null, now: number) {
  return cycles(now)
    .filter((cycle) => cycleWanted === null || cycle === Number(cycleWanted))
    .map((cycle) => ({
      committee_id: id,
      committee_name: name,
      cycle,
      receipts: Number(raisedIn(cycle)),
      coverage_end_date: `${covered(cycle, now)}T00:00:00+00:00`,
    }))
}

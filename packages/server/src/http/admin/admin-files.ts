import { FiqError } from '@fiq/shared/errors'
import { formatUsdc, parseUsdc } from '@fiq/shared/money/usdc'
import type { FastifyInstance } from 'fastify'
import type { HttpAnswer } from '../http-answer.ts'
import { withLimit } from '../keys-bearer.ts'
import { clockText } from '../layout/count-words.ts'
import { type Column, countColumn, csvAnswer } from '../layout/data-table.ts'
import { requireSession } from '../session/session-request.ts'
import type { AdminParts } from './admin-parts.ts'
import { adminPageOf, parametersOf } from './operator-request.ts'
import { detailOf, listOrganisations, organisationIn } from './organisations.ts'
import { stateColumns, stepColumns } from './overview-page.ts'
import { listPayments } from './payments.ts'
import type {
  ActionsShape,
  OrganisationDetailShape,
  OrganisationsShape,
  PaymentShape,
  SystemShape,
} from './shapes.ts'
import { type SourceHealth, sourceColumns, sourceHealth } from './source-health.ts'
import { listActions, systemOf } from './system.ts'

/** Maximum rows of one file; it contains the newest. */
const rowsMax = 10_000

type Query = Readonly<Record<string, string | undefined>>

/** The tables of the page as files, with the same search parameters. */
const files: Readonly<Record<string, (query: Query, parts: AdminParts) => Promise<HttpAnswer>>> = {
  steps: async ({ range }, { overview }) =>
    csvAnswer(stepColumns, (await overview(range)).sold, `fiq-steps-${range ?? 'day'}`),
  states: async ({ range }, { overview }) =>
    csvAnswer(stateColumns, (await overview(range)).totals, `fiq-states-${range ?? 'day'}`),
  sources: async (_, parts) =>
    csvAnswer([...sourceColumns, hostColumn], await sourceHealth(parts), 'fiq-sources-24-hours'),
  async payments({ state, search }, parts) {
    const { payments, next } = await listPayments({ state, search }, parts, rowsMax)
    return csvAnswer(paymentColumns, payments, nameOf('payments', next))
  },
  async organisations({ search }, parts) {
    const { organisations, next } = await listOrganisations({ search }, parts, rowsMax)
    return csvAnswer(organisationColumns, organisations, nameOf('organisations', next))
  },
  async keys({ organisation: id }, parts) {
    const { name, keys } = await detailOf(await organisationIn({ params: { id } }, parts), parts)
    return csvAnswer(keyColumns, keys, fileNameOf('keys', name))
  },
  async ledger({ organisation: id }, parts) {
    const { name, ledger } = await detailOf(await organisationIn({ params: { id } }, parts), parts)
    return csvAnswer(ledgerColumns, ledger, fileNameOf('ledger', name))
  },
  async plans(_, parts) {
    const { plans } = await listOrganisations({}, parts, 1)
    return csvAnswer(planColumns, plans, 'fiq-plans')
  },
  async log(_, parts) {
    const { actions, next } = await listActions('', parts, rowsMax)
    return csvAnswer(actionColumns, actions, nameOf('log', next))
  },
  async settings(_, parts) {
    const { settings } = await systemOf(parts)
    return csvAnswer(settingColumns, settings, 'fiq-settings')
  },
}

/** On the page the host stands below the name. */
const hostColumn: Column<SourceHealth> = { name: 'Host', value: ({ host }) => host }

/** `GET /admin/files/payments.csv` and the files of the other tables. */
export function filesSurface(app: FastifyInstance, parts: AdminParts): void {
  app.get('/admin/files/:name', (request, reply) =>
    withLimit(parts, request, reply, async () => {
      await requireSession(request, adminPageOf(parts))
      const { params, query } = parametersOf(request)
      const name = (params['name'] ?? '').replace(/\.csv$/, '')
      if (Object.hasOwn(files, name)) return files[name]!(query, parts)
      throw new FiqError('NOT_FOUND', 'This file does not exist.', {
        remedy: `Files: ${Object.keys(files).join('.csv, ')}.csv.`,
      })
    }),
  )
}

function nameOf(table: string, next: string | null): string {
  return next === null ? `fiq-${table}` : `fiq-${table}-newest-${rowsMax}`
}

/** A file name that contains the organisation's name with unsafe characters replaced. */
function fileNameOf(table: string, organisation: string): string {
  return `fiq-${table}-${organisation.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 40)}`
}

export const paymentColumns: readonly Column<PaymentShape>[] = [
  { name: 'Time (UTC)', is: 'head', value: ({ createdAt }) => clockText(createdAt) },
  { name: 'State', value: ({ state }) => state },
  { name: 'Bought', value: ({ bought }) => (bought ?? '').replace('\n', ': ') },
  { name: 'Payer', value: ({ payer }) => payer },
  countColumn('Credits', ({ credits }) => credits),
  {
    name: 'USDC',
    is: 'number',
    value: ({ amount }) => amount,
    sum: (rows) => formatUsdc(rows.reduce((all, { amount }) => all + parseUsdc(amount), 0n)),
  },
  { name: 'Milliseconds', is: 'number', value: ({ milliseconds }) => milliseconds },
  { name: 'Nonce', value: ({ nonce }) => nonce },
  { name: 'Transaction', value: ({ transaction }) => transaction },
  { name: 'Reason', value: ({ reason }) => reason },
]

const organisationColumns: readonly Column<OrganisationsShape['organisations'][number]>[] = [
  { name: 'Name', is: 'head', value: ({ name }) => name },
  { name: 'Plan', value: ({ plan }) => plan },
  { name: 'Prepaid credits', is: 'number', value: ({ prepaid }) => prepaid },
  { name: 'Left this month', is: 'number', value: ({ allotment }) => allotment },
  { name: 'Since (UTC)', value: ({ createdAt }) => clockText(createdAt) },
  { name: 'Wallet', value: ({ wallet }) => wallet },
  { name: 'Id', value: ({ id }) => id },
]

const keyColumns: readonly Column<OrganisationDetailShape['keys'][number]>[] = [
  { name: 'Name', is: 'head', value: ({ name }) => name },
  { name: 'Begins with', value: ({ prefix }) => prefix },
  { name: 'Active', value: ({ active }) => (active ? 'yes' : 'no') },
  { name: 'Since (UTC)', value: ({ createdAt }) => createdAt && clockText(createdAt) },
  { name: 'Until (UTC)', value: ({ expiresAt }) => expiresAt && clockText(expiresAt) },
  { name: 'Revoked (UTC)', value: ({ revokedAt }) => revokedAt && clockText(revokedAt) },
  { name: 'Id', value: ({ id }) => id },
]

const ledgerColumns: readonly Column<OrganisationDetailShape['ledger'][number]>[] = [
  { name: 'Time (UTC)', is: 'head', value: ({ at }) => clockText(at) },
  { name: 'Kind', value: ({ kind }) => kind },
  { name: 'Credits', is: 'number', value: ({ credits }) => credits },
  { name: 'Note', value: ({ note }) => note },
]

const planColumns: readonly Column<OrganisationsShape['plans'][number]>[] = [
  { name: 'Plan', is: 'head', value: ({ name }) => name },
  { name: 'Credits a month', is: 'number', value: ({ creditsPerMonth }) => creditsPerMonth },
  { name: 'Requests a minute', value: ({ requestsPerMinute }) => String(requestsPerMinute) },
  { name: 'Areas', value: ({ areas }) => (areas === 'all' ? 'all' : areas.join('; ')) },
]

const actionColumns: readonly Column<ActionsShape['actions'][number]>[] = [
  { name: 'Time (UTC)', is: 'head', value: ({ at }) => clockText(at) },
  { name: 'Operator', value: ({ operator }) => operator },
  { name: 'Action', value: ({ action }) => action },
  { name: 'Outcome', value: ({ outcome }) => outcome ?? 'not ended' },
  { name: 'Subject', value: ({ subject }) => subject },
  { name: 'Detail', value: ({ detail }) => detail },
]

const settingColumns: readonly Column<SystemShape['settings'][number]>[] = [
  { name: 'Flag', is: 'head', value: ({ flag }) => flag },
  { name: 'Value', value: ({ value }) => value },
  { name: 'Description', value: ({ help }) => help },
]

/**
 * Response shapes of `/admin/api`. They describe the API in `/openapi.json` and type the code of
 * the page. Amounts are exact decimal USDC, times ISO 8601.
 */

import {
  boolean,
  either,
  integer,
  like,
  list,
  object,
  only,
  orNull,
  text,
  type ValueOf,
} from '../json-schema.ts'

const instant = like('2026-11-21T00:00:00.000Z')
const usdc = like('0.015', 'USDC')
const next = orNull(like('50:x', 'Value of the parameter after for the next page'))

const session = object({ operator: text, csrf: text, endsAt: instant })
export type SessionShape = ValueOf<typeof session>

const times = object({ answers: integer, median: integer, p95: integer })

const sold = object({
  at: instant,
  payments: integer,
  revenue: usdc,
  creditQueries: integer,
  credits: integer,
  times: orNull(times),
  quotes: integer,
  unpaid: integer,
  refused: integer,
})

const overview = object({
  readAt: instant,
  range: text,
  drawn: like('<div>', 'The same figures, as HTML'),
  revenue: like('0.015', 'USDC; of the range'),
  revenueBefore: like('0.012', 'USDC; of the previous range'),
  payments: integer,
  quotes: integer,
  unpaid: integer,
  refused: integer,
  times,
  owed: object({ count: integer, amount: usdc, oldest: orNull(instant) }),
  totals: list(object({ state: text, count: integer, amount: usdc })),
  sold: list(sold),
  pools: object({
    organisations: integer,
    prepaid: integer,
    allotment: integer,
    activeKeys: integer,
  }),
})
export type OverviewShape = ValueOf<typeof overview>

const paymentMembers = {
  payer: text,
  nonce: text,
  state: text,
  bought: orNull(like('quotes\nAAPL', 'The fields, a newline, then their subjects')),
  amount: usdc,
  credits: integer,
  milliseconds: orNull(integer),
  transaction: orNull(text),
  reason: orNull(text),
  createdAt: instant,
}
const payment = object(paymentMembers)
export type PaymentShape = ValueOf<typeof payment>

const payments = object({ payments: list(payment), next })
export type PaymentsShape = ValueOf<typeof payments>

const paymentDetail = object({
  ...paymentMembers,
  payTo: text,
  validBefore: like(
    '2026-11-21T00:00:00.000Z',
    'An instant, or the signed number if it is outside the calendar',
  ),
  identifier: orNull(text),
  request: text,
  timeline: list(object({ at: orNull(instant), what: text })),
  /** Whether the action is currently allowed. */
  mayReconcile: boolean,
  mayCredit: boolean,
})
export type PaymentDetailShape = ValueOf<typeof paymentDetail>

const reconciled = object({
  owed: integer,
  paid: integer,
  failed: integer,
  open: integer,
  unknown: integer,
})
export type ReconciledShape = ValueOf<typeof reconciled>

const organisationMembers = {
  id: text,
  name: text,
  plan: text,
  wallet: orNull(text),
  prepaid: integer,
  allotment: integer,
  createdAt: instant,
}

const plan = object({
  name: text,
  tier: text,
  creditsPerMonth: integer,
  requestsPerMinute: either(integer, only('default')),
  areas: either(only('all'), list(text)),
})
export type PlanShape = ValueOf<typeof plan>

const organisations = object({
  organisations: list(object(organisationMembers)),
  next,
  plans: list(plan),
})
export type OrganisationsShape = ValueOf<typeof organisations>

const key = object({
  id: text,
  organisation: text,
  name: text,
  prefix: text,
  active: boolean,
  createdAt: orNull(instant),
  expiresAt: orNull(instant),
  revokedAt: orNull(instant),
})
export type KeyShape = ValueOf<typeof key>

const organisationDetail = object({
  ...organisationMembers,
  keys: list(key),
  ledger: list(object({ at: instant, kind: text, credits: integer, note: orNull(text) })),
  usage: list(object({ day: text, operations: integer, credits: integer })),
})
export type OrganisationDetailShape = ValueOf<typeof organisationDetail>

const newKey = object({
  key: like('fiq_…', 'Only in this answer'),
  prefix: text,
  expiresAt: orNull(instant),
})
export type NewKeyShape = ValueOf<typeof newKey>

const system = object({
  version: text,
  dataMode: text,
  instances: integer,
  leases: list(object({ signer: text, holder: text, isHeld: boolean })),
  upstreams: list(
    object({
      host: text,
      name: like('SEC EDGAR company facts', 'Sources that request from the host'),
      answered: integer,
      failed: integer,
      lastAnsweredAt: orNull(instant),
      lastFailedAt: orNull(instant),
      lastFailure: orNull(text),
    }),
  ),
  breakers: list(object({ operation: text, failures: integer, restsUntil: orNull(instant) })),
  cache: object({
    answers: integer,
    bytes: integer,
    bytesMax: integer,
    hits: integer,
    misses: integer,
  }),
  settings: list(object({ flag: text, value: text, help: text })),
})
export type SystemShape = ValueOf<typeof system>

const actions = object({
  actions: list(
    object({
      id: text,
      operator: text,
      action: text,
      subject: text,
      detail: text,
      outcome: orNull(text),
      at: instant,
    }),
  ),
  next,
})
export type ActionsShape = ValueOf<typeof actions>

/** Response shapes by name, for the description. */
export const operatorShapes = {
  OperatorSession: session,
  OperatorSignedOut: object({ signedOut: boolean }),
  OperatorOverview: overview,
  OperatorPayments: payments,
  OperatorPayment: paymentDetail,
  OperatorReconciled: reconciled,
  OperatorCredited: object({
    credits: integer,
    organisation: text,
    wallet: text,
    creditsLeft: integer,
  }),
  OperatorOrganisations: organisations,
  OperatorNewOrganisation: object({ id: text, name: text, plan: text }),
  OperatorOrganisation: organisationDetail,
  OperatorPlan: object({ id: text, plan: text }),
  OperatorGrant: object({ credits: integer, given: boolean }),
  OperatorNewKey: newKey,
  OperatorRevokedKey: object({ revoked: boolean }),
  OperatorSystem: system,
  OperatorActions: actions,
} as const

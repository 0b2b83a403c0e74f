/**
 * What `/admin/api` answers, for the page that reads it. Amounts are exact decimal USDC, times ISO
 * 8601; a page only draws them.
 */
export type SessionShape = { operator: string; csrf: string; endsAt: string }

export type SoldShape = {
  at: string
  payments: number
  revenue: string
  creditQueries: number
  credits: number
}

export type OverviewShape = {
  readAt: string
  range: string
  totals: readonly { state: string; count: number; amount: string }[]
  /** Of the range. */
  revenue: string
  sold: readonly SoldShape[]
  pools: { organisations: number; prepaid: number; allotment: number; activeKeys: number }
}

export type PaymentShape = {
  payer: string
  nonce: string
  state: string
  amount: string
  transaction: string | null
  reason: string | null
  createdAt: string
}

/** `next` asks for the page after this one. */
export type PaymentsShape = { payments: readonly PaymentShape[]; next: string | null }

export type PaymentDetailShape = PaymentShape & {
  payTo: string
  /** ISO 8601, or what was signed where no calendar reaches. */
  validBefore: string
  identifier: string | null
  request: string
  timeline: readonly { at: string | null; what: string }[]
  /** What may be done with it now. */
  mayReconcile: boolean
  mayCredit: boolean
}

export type ReconciledShape = {
  owed: number
  paid: number
  failed: number
  open: number
  unknown: number
}

export type OrganisationShape = {
  id: string
  name: string
  plan: string
  wallet: string | null
  prepaid: number
  allotment: number
  createdAt: string
}

export type OrganisationsShape = {
  organisations: readonly OrganisationShape[]
  next: string | null
  plans: readonly PlanShape[]
}

export type PlanShape = {
  name: string
  tier: string
  creditsPerMonth: number
  requestsPerMinute: number | 'default'
  areas: 'all' | readonly string[]
}

export type KeyShape = {
  id: string
  name: string
  prefix: string
  active: boolean
  createdAt: string | null
  expiresAt: string | null
  revokedAt: string | null
}

export type OrganisationDetailShape = OrganisationShape & {
  keys: readonly KeyShape[]
  ledger: readonly { at: string; kind: string; credits: number; note: string | null }[]
  usage: readonly { day: string; operations: number; credits: number }[]
}

/** The key is in this answer and nowhere else. */
export type NewKeyShape = { key: string; prefix: string; expiresAt: string | null }

export type SystemShape = {
  version: string
  dataMode: string
  instances: number
  leases: readonly { signer: string; holder: string; isHeld: boolean }[]
  upstreams: readonly {
    host: string
    answered: number
    failed: number
    lastAnsweredAt: string | null
    lastFailedAt: string | null
    lastFailure: string | null
  }[]
  breakers: readonly { operation: string; failures: number; restsUntil: string | null }[]
  cache: { answers: number; bytes: number; bytesMax: number; hits: number; misses: number }
  settings: readonly { flag: string; value: string; help: string }[]
}

export type ActionShape = {
  id: string
  operator: string
  action: string
  subject: string
  detail: string
  outcome: string | null
  at: string
}

export type ActionsShape = { actions: readonly ActionShape[]; next: string | null }

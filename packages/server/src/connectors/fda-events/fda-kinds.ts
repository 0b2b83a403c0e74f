import { z } from 'zod'

/** One event of a company at the FDA. */
export type FdaEvent = {
  kind: string
  /** ISO 8601 day. */
  date: string | null
  title: string
  detail: string | null
  status: string | null
  reference: string | null
  company: string | null
}

/** A kind of event: its endpoint, its search field and the parser of its results. */
export type FdaKind = {
  path: string
  /** Name of the field with the company's name. */
  company: string
  /** Name of a field with the full name, if {@link company} is truncated: `UNITED THERAP`. */
  fullName?: string
  /** Name of the field that sorts and bounds the results; absent if the endpoint has none. */
  date?: string
  /** Schema of a result, which it converts to events. */
  events: z.ZodType<FdaEvent[]>
}

const text = z.string().nullish()

/** Creates a kind from the schema of its results. */
function kind<shape>(
  place: Omit<FdaKind, 'events'>,
  schema: z.ZodType<shape>,
  eventsOf: (result: shape) => FdaEvent[],
): FdaKind {
  return { ...place, events: schema.transform(eventsOf) }
}

/** Codes of Drugs@FDA. A tentative approval waits for a patent or exclusivity to end. */
const submissionStatuses: Readonly<Record<string, string>> = {
  AP: 'Approved',
  TA: 'Tentative approval',
}

/** Codes of decisions on premarket approvals that the FDA documents. */
const premarketDecisions: Readonly<Record<string, string>> = {
  APPR: 'Approved',
  APWD: 'Withdrawn after approval',
  APRL: 'Reclassified after approval',
  APCV: 'Converted after approval',
  DENY: 'Denied',
  WTDR: 'Withdrawn',
  LE30: '30-day notice accepted',
  GT30: 'No decision in 30 days',
}

/** The meaning of a code; the code itself if it is unknown. */
function meaningOf(codes: Readonly<Record<string, string>>, code: string | null | undefined) {
  return code ? (codes[code] ?? code) : null
}

const submission = z.object({
  submission_type: text,
  submission_number: text,
  submission_status: text,
  submission_status_date: text,
  submission_class_code_description: text,
})

const approvals = kind(
  { path: 'drug/drugsfda', company: 'sponsor_name', fullName: 'openfda.manufacturer_name' },
  z.object({
    application_number: z.string(),
    sponsor_name: z.string(),
    products: z.array(z.object({ brand_name: text })).default([]),
    openfda: z.object({ brand_name: z.array(z.string()).default([]) }).optional(),
    submissions: z.array(submission),
  }),
  ({ application_number, sponsor_name, products, openfda, submissions }) =>
    submissions.map((each) => ({
      kind: 'DRUG_APPROVAL',
      date: dayOf(each.submission_status_date),
      title:
        products.find(({ brand_name }) => brand_name)?.brand_name ??
        openfda?.brand_name[0] ??
        application_number,
      detail: each.submission_class_code_description ?? null,
      status: meaningOf(submissionStatuses, each.submission_status),
      reference:
        `${application_number} ${[each.submission_type, each.submission_number].filter(Boolean).join('-')}`.trim(),
      company: sponsor_name,
    })),
)

const recalls = (path: string, name: string) =>
  kind(
    { path, company: 'recalling_firm', date: 'report_date' },
    z.object({
      recall_number: z.string(),
      recalling_firm: text,
      report_date: text,
      product_description: z.string(),
      reason_for_recall: text,
      classification: text,
      status: text,
    }),
    (recall) => [
      {
        kind: name,
        date: dayOf(recall.report_date),
        title: recall.product_description,
        detail: recall.reason_for_recall ?? null,
        status: [recall.classification, recall.status].filter(Boolean).join(', ') || null,
        reference: recall.recall_number,
        company: recall.recalling_firm ?? null,
      },
    ],
  )

const shortages = kind(
  { path: 'drug/shortages', company: 'company_name' },
  z.object({
    generic_name: z.string(),
    company_name: text,
    update_date: text,
    status: text,
    shortage_reason: text,
    package_ndc: text,
  }),
  (shortage) => [
    {
      kind: 'DRUG_SHORTAGE',
      date: dayOf(shortage.update_date),
      title: shortage.generic_name,
      detail: shortage.shortage_reason ?? null,
      status: shortage.status ?? null,
      reference: shortage.package_ndc ?? null,
      company: shortage.company_name ?? null,
    },
  ],
)

const clearances = kind(
  { path: 'device/510k', company: 'applicant', date: 'decision_date' },
  z.object({
    k_number: z.string(),
    applicant: text,
    decision_date: text,
    device_name: z.string(),
    decision_description: text,
    statement_or_summary: text,
  }),
  (device) => [
    {
      kind: 'DEVICE_CLEARANCE',
      date: dayOf(device.decision_date),
      title: device.device_name,
      detail: device.statement_or_summary ?? null,
      status: device.decision_description ?? null,
      reference: device.k_number,
      company: device.applicant ?? null,
    },
  ],
)

const premarket = kind(
  { path: 'device/pma', company: 'applicant', date: 'decision_date' },
  z.object({
    pma_number: z.string(),
    supplement_number: text,
    applicant: text,
    decision_date: text,
    trade_name: text,
    generic_name: text,
    decision_code: text,
    supplement_reason: text,
  }),
  (device) => [
    {
      kind: 'DEVICE_APPROVAL',
      date: dayOf(device.decision_date),
      title: device.trade_name || device.generic_name || device.pma_number,
      detail: device.supplement_reason || null,
      status: meaningOf(premarketDecisions, device.decision_code),
      reference: [device.pma_number, device.supplement_number].filter(Boolean).join(' '),
      company: device.applicant ?? null,
    },
  ],
)

/** Every kind of event. */
export const fdaKinds: readonly FdaKind[] = [
  approvals,
  recalls('drug/enforcement', 'DRUG_RECALL'),
  shortages,
  clearances,
  premarket,
  recalls('device/enforcement', 'DEVICE_RECALL'),
]

/** Parses `20240131`, `2024-01-31` or `01/31/2024` to ISO 8601; `null` for other text. */
function dayOf(date: string | null | undefined): string | null {
  const [, year, month, day] =
    /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(date ?? '') ??
    /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(date ?? '')?.map((_, at, all) => all[[0, 3, 1, 2][at]!]!) ??
    []
  const found = `${year}-${month}-${day}`
  return Number.isNaN(Date.parse(found)) ? null : found
}

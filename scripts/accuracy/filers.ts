import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  type CompanyFacts,
  readCompanyFacts,
} from '../../packages/server/src/sources/statements/company-facts.ts'

/** Real files of filers, stored outside the repository. */
export const edgarFolder = join(import.meta.dirname, '../../../shared/data/edgar')
const filersFolder = join(edgarFolder, 'filers')

/** The facts of one filer, or of one of its reports. */
export type RealFiler = { name: string; facts: CompanyFacts; raw: RawFacts }

/** The parts of the SEC's company facts that the checks read. */
export type RawFact = {
  start?: string
  end: string
  val: number
  accn: string
  fy: number | null
  fp: string | null
  form: string
  filed: string
}
export type RawFacts = Readonly<
  Record<string, Readonly<Record<string, { units: Record<string, RawFact[]> }>>>
>

/** Names of the real files: whole facts of filers first, then single reports. */
export function realFilerFiles(): string[] {
  if (!existsSync(filersFolder)) return []
  return readdirSync(filersFolder)
    .filter((name) => name.endsWith('.gz'))
    .sort()
}

/** Reads a file of {@link realFilerFiles}. */
export function realFiler(file: string): RealFiler {
  const text = gunzipSync(readFileSync(join(filersFolder, file))).toString('utf8')
  const raw = file.startsWith('companyfacts')
    ? (JSON.parse(text) as { facts: RawFacts }).facts
    : factsOfInstance(text)
  const name = file.replace(/^companyfacts_|^instance_|\.(?:json|xml)\.gz$/g, '')
  return { name, raw, facts: factsOf(raw) }
}

/** Converts the facts to the server's form. */
export function factsOf(raw: RawFacts): CompanyFacts {
  const body = Buffer.from(JSON.stringify({ facts: raw }))
  return readCompanyFacts(
    { body, mode: 'mirror', asOf: null, retrievedAt: '' },
    new URL('file:///facts'),
  )
}

type Context = { start?: string; end: string }

/** The facts of one XBRL instance that have no dimensions, in the form of company facts. */
function factsOfInstance(xml: string): RawFacts {
  const contexts = new Map<string, Context>()
  for (const [, id = '', body = ''] of xml.matchAll(
    /<(?:\w+:)?context\b[^>]*\bid="([^"]+)"[^>]*>(.*?)<\/(?:\w+:)?context>/gs,
  )) {
    if (/<(?:\w+:)?(?:segment|scenario)\b/.test(body)) continue
    const day = (name: string) =>
      new RegExp(`<(?:\\w+:)?${name}>\\s*(\\d{4}-\\d{2}-\\d{2})`).exec(body)?.[1]
    const [start, end, instant] = [day('startDate'), day('endDate'), day('instant')]
    if (instant) contexts.set(id, { end: instant })
    else if (start && end) contexts.set(id, { start, end })
  }
  const units = unitNames(xml)
  const dei = (name: string) => new RegExp(`<dei:${name}\\b[^>]*>([^<]*)<`).exec(xml)?.[1]?.trim()
  const form = dei('DocumentType') ?? '10-K'
  const end = dei('DocumentPeriodEndDate') ?? '2020-12-31'
  const common = {
    accn: '0000000000-00-000001',
    fy: Number(dei('DocumentFiscalYearFocus')) || null,
    fp: dei('DocumentFiscalPeriodFocus') ?? null,
    form,
    filed: new Date(Date.parse(end) + 40 * 86_400_000).toISOString().slice(0, 10),
  }
  const facts: Record<string, Record<string, { units: Record<string, RawFact[]> }>> = {}
  for (const [, taxonomy = '', concept = '', attributes = '', value = ''] of xml.matchAll(
    /<(us-gaap|ifrs-full|dei):(\w+)\b([^>]*)>([^<]*)<\//g,
  )) {
    const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1]
    const context = contexts.get(attribute('contextRef') ?? '')
    const unit = units.get(attribute('unitRef') ?? '')
    if (!context || !unit || value.trim() === '') continue
    const ofTaxonomy = facts[taxonomy] ?? {}
    facts[taxonomy] = ofTaxonomy
    const ofConcept = ofTaxonomy[concept] ?? { units: {} }
    ofTaxonomy[concept] = ofConcept
    const rows = ofConcept.units[unit] ?? []
    ofConcept.units[unit] = rows
    rows.push({ ...context, val: Number(value), ...common })
  }
  return facts
}

/** Units by identifier: `USD`, `shares`, `USD/shares`, `pure`. */
function unitNames(xml: string): Map<string, string> {
  const units = new Map<string, string>()
  for (const [, id = '', body = ''] of xml.matchAll(
    /<(?:\w+:)?unit\b[^>]*\bid="([^"]+)"[^>]*>(.*?)<\/(?:\w+:)?unit>/gs,
  )) {
    const measures = [...body.matchAll(/<(?:\w+:)?measure>\s*(?:\w+:)?([^<\s]+)\s*</g)].map(
      ([, measure = '']) => measure,
    )
    units.set(id, measures.join('/'))
  }
  return units
}

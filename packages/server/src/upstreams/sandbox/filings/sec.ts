import { zipOf } from '@fiq/shared/zip-of'
import type { Instrument } from '../market/instrument.ts'
import { companies } from '../market/instruments.ts'
import { companyFacts } from './company-facts.ts'
import { filingsOf, hasFacts } from './filings.ts'
import { managerOf } from './managers.ts'

/** `/files/company_tickers_exchange.json`: largest company first. */
export function companyTickers(): string {
  return JSON.stringify({
    fields: ['cik', 'name', 'ticker', 'exchange'],
    data: companies().map(({ cik, name, symbol, exchange }) => [cik, name, symbol, exchange]),
  })
}

/** A company or manager by its CIK, with or without leading zeros. */
export function filerOf(cik: string): Instrument | undefined {
  return companies().find((known) => known.cik === Number(cik)) ?? managerOf(cik)
}

/** Facts of a filer by its ten digits; `undefined` for an unknown filer. */
export function factsOf(cik: string, now: number, seed: number): string | undefined {
  const filer = filerOf(cik)
  return filer && filer.shares > 0 ? companyFacts(filer, now, seed) : undefined
}

/** Number of filers in the archives: the largest ones. */
const archivedFilers = 25

/**
 * `/Archives/edgar/daily-index/…`: archives with the files of many filers; `undefined` for an
 * unknown path.
 */
export function filersArchive(path: string, now: number, seed: number): Uint8Array | undefined {
  const contentOf = {
    'xbrl/companyfacts.zip': (cik: string) => factsOf(cik, now, seed),
    'bulkdata/submissions.zip': (cik: string) => submissionsOf(cik, now),
  }[path.replace('/Archives/edgar/daily-index/', '')]
  if (!contentOf) return undefined
  const ciks = new Set(companies().map(({ cik }) => String(cik).padStart(10, '0')))
  const files = [...ciks].slice(0, archivedFilers).map((cik) => [`CIK${cik}.json`, contentOf(cik)])
  return zipOf(Object.fromEntries(files.filter(([, content]) => content !== undefined)))
}

/** `/submissions/CIK##########.json`: filings in columns, newest first. */
export function submissionsOf(cik: string, now: number): string | undefined {
  const filer = filerOf(cik)
  if (!filer) return undefined
  const listings = companies().filter((known) => known.cik === Number(cik))
  const filings = filingsOf(filer, now)
  const column = (value: (filing: (typeof filings)[number]) => unknown) => filings.map(value)
  return JSON.stringify({
    cik: cik.padStart(10, '0'),
    entityType: 'operating',
    sic: '',
    sicDescription: '',
    name: filer.name,
    tickers: listings.map(({ symbol }) => symbol),
    exchanges: listings.map(({ exchange }) => exchange),
    fiscalYearEnd: '1231',
    filings: {
      recent: {
        accessionNumber: column(({ accession }) => accession),
        filingDate: column(({ filed }) => filed),
        reportDate: column(({ period }) => period),
        acceptanceDateTime: column(({ filed }) => `${filed}T21:05:00.000Z`),
        act: column(({ form }) => (form === 'DEF 14A' ? '' : '34')),
        form: column(({ form }) => form),
        fileNumber: column(() => ''),
        filmNumber: column(() => ''),
        items: column(({ items }) => items),
        size: column(({ accession }) => 10_000 + Number(accession.slice(-4)) * 37),
        isXBRL: column(({ form }) => (hasFacts(form) ? 1 : 0)),
        isInlineXBRL: column(({ form }) => (hasFacts(form) ? 1 : 0)),
        primaryDocument: column(({ form, filed }) => documentName(filer.symbol, form, filed)),
        primaryDocDescription: column(({ form }) => (form === '4' ? 'FORM 4' : form)),
      },
      files: [],
    },
  })
}

/** File name of the main document of a filing. */
export function documentName(symbol: string, form: string, filed: string): string {
  if (form === '4') return 'xslF345X05/form4.xml'
  if (form === 'SCHEDULE 13G') return 'xslSCHEDULE_13G_X01/primary_doc.xml'
  if (form === '13F-HR') return 'xslForm13F_X02/primary_doc.xml'
  const kind = form.toLowerCase().replace(/[^a-z0-9]/g, '')
  return `${symbol.toLowerCase()}-${filed.replaceAll('-', '')}_${kind}.htm`
}

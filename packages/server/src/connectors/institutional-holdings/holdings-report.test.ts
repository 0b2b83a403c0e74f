import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { xmlRoot } from '../../upstreams/xml.ts'
import { putCallOf, readHoldingsReport, readInformationTable } from './holdings-report.ts'

const url = new URL('https://www.sec.gov/Archives/edgar/data/1/1/1.txt')

function read(bytes: string | Uint8Array, filed = '2023-11-14') {
  const body = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes
  return readHoldingsReport({ body, mode: 'recorded', asOf: null, retrievedAt: '' }, filed, url)
}

const row = (more: string) =>
  `<n1:infoTable><n1:nameOfIssuer>ONE</n1:nameOfIssuer><n1:titleOfClass>COM</n1:titleOfClass><n1:cusip>02313510a</n1:cusip><n1:value>7</n1:value>${more}</n1:infoTable>`
const shares = (type: string) =>
  `<n1:shrsOrPrnAmt><n1:sshPrnamt>5</n1:sshPrnamt><n1:sshPrnamtType>${type}</n1:sshPrnamtType></n1:shrsOrPrnAmt>`
const submission = (quarter: string, amendment = '') => `<SEC-DOCUMENT>x
<XML>
<?xml version="1.0"?>
<edgarSubmission xmlns="u"><formData><coverPage><reportCalendarOrQuarter>${quarter}</reportCalendarOrQuarter>${amendment}<filingManager><name>M &amp; Co</name></filingManager></coverPage></formData></edgarSubmission>
</XML>
<XML>
<n1:informationTable xmlns:n1="u">${row(shares('SH'))}${row(shares('PRN'))}${row(`${shares('SH')}<n1:putCall>Put</n1:putCall>`)}</n1:informationTable>
</XML>`

test('default: reads cover and table, with separate options, and debt by its principal', () => {
  const report = read(submission('12-31-2022'))
  expect(report).toMatchObject({ manager: 'M & Co', period: '2022-12-31', amendment: null })
  const one = {
    issuer: 'ONE',
    titleOfClass: 'COM',
    cusip: '02313510A',
    value: 7,
    valueWarning: null,
  }
  expect(report?.holdings).toEqual([
    { ...one, shares: 5, principal: null, putCall: null },
    { ...one, shares: null, principal: 5, putCall: null },
    { ...one, shares: 5, principal: null, putCall: 'PUT' },
  ])
})

test('behavior: converts a late report of a quarter in thousands to dollars', () => {
  const ofSeptember = submission('09-30-2022')
  expect(read(ofSeptember, '2022-11-14')?.holdings[0]?.value).toBe(7000)
  expect(read(ofSeptember, '2023-04-03')?.holdings[0]?.value).toBe(7)
})

test('behavior: amendments state their kind', () => {
  const kind = (type: string) =>
    read(
      submission(
        '12-31-2022',
        `<amendmentInfo><amendmentType>${type}</amendmentType></amendmentInfo>`,
      ),
    )?.amendment
  expect([kind('RESTATEMENT'), kind('New Holdings'), kind('?')]).toEqual([
    'RESTATEMENT',
    'NEW HOLDINGS',
    null,
  ])
  expect(['Put', 'CALL', '', null].map(putCallOf)).toEqual(['PUT', 'CALL', null, null])
})

test('behavior: a report before 2013 is text and is not read', () => {
  expect(read('-----BEGIN PRIVACY-ENHANCED MESSAGE-----')).toBeUndefined()
})

test('error: for any cut or change, the only error is UPSTREAM_CHANGED', () => {
  const whole = submission('12-31-2022')
  fc.assert(
    fc.property(fc.nat(whole.length), fc.nat(60), fc.string({ maxLength: 4 }), (at, cut, put) => {
      try {
        read(whole.slice(0, at) + put + whole.slice(at + cut))
      } catch (error) {
        expect(error).toBeInstanceOf(FiqError)
        expect(error).toMatchObject({ code: 'UPSTREAM_CHANGED' })
      }
    }),
  )
})

const folder = new URL('../../../../../../shared/data/edgar/', import.meta.url)
const isHere = existsSync(folder)
const recorded = (name: string) => gunzipSync(readFileSync(new URL(name, folder)))

describe.skipIf(!isHere)(
  `recorded reports${isHere ? '' : ' (skipped: ../shared/data is absent)'}`,
  () => {
    test('default: a complete submission sums to the total of its cover', () => {
      const report = read(recorded('13f_full_0001894188-23-000007.txt.gz'))!
      expect(report).toMatchObject({ manager: 'LTS One Management LP', period: '2023-09-30' })
      expect(report.holdings).toHaveLength(14)
      expect(report.holdings.reduce((sum, { value }) => sum + value, 0)).toBe(454_926_000)
      expect(report.holdings[0]).toMatchObject({ cusip: '023135106', shares: 137_500 })
    })

    test('behavior: converts a report in thousands after they were abolished', () => {
      const text = recorded('13f_full_0001894188-23-000007.txt.gz').toString()
      const inThousands = text.replaceAll(/<ns1:value>(\d+)000</g, '<ns1:value>$1<')
      const holdings = read(inThousands, '2023-02-28')!.holdings
      expect(holdings.reduce((sum, { value }) => sum + value, 0)).toBe(454_926_000)
      expect(holdings.every(({ valueWarning }) => valueWarning?.includes('thousands where'))).toBe(
        true,
      )
    })

    test('behavior: reads every row of a table without a cover', () => {
      const text = recorded('13f_infotable.xml.gz').toString()
      const holdings = readInformationTable(xmlRoot(text)!, '2023-02-14', url)
      expect(holdings).toHaveLength(text.split('<infoTable>').length - 1)
      expect(holdings[0]).toMatchObject({ cusip: '88579Y101', value: 409_469, shares: 2334 })
      // Prices of some hundred dollars reveal the unit, whatever the form required on that day.
      const older = readInformationTable(xmlRoot(text)!, '2022-11-14', url)
      expect(older.map(({ value }) => value)).toEqual(holdings.map(({ value }) => value))
      expect(older.every(({ valueWarning }) => valueWarning?.includes('dollars where'))).toBe(true)
      for (const { cusip } of holdings) expect(cusip).toMatch(/^[0-9A-Z]{9}$/)
    })
  },
)

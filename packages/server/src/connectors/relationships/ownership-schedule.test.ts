import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readOwnershipSchedule } from './ownership-schedule.ts'

const url = new URL('https://www.sec.gov/Archives/edgar/data/1/1/primary_doc.xml')

function read(bytes: string | Uint8Array) {
  const body = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes
  return readOwnershipSchedule({ body, mode: 'recorded', asOf: null, retrievedAt: '' }, url)
}

const schedule = `<?xml version="1.0"?><edgarSubmission xmlns="http://www.sec.gov/edgar/schedule13g"><formData>
<coverPageHeader><issuerInfo><issuerCik>0000050863</issuerCik></issuerInfo></coverPageHeader>
<coverPageHeaderReportingPersonDetails><reportingPersonName>Big Index Advisors</reportingPersonName>
<reportingPersonBeneficiallyOwnedAggregateNumberOfShares>1099168953.00</reportingPersonBeneficiallyOwnedAggregateNumberOfShares>
<classPercent>7.48</classPercent></coverPageHeaderReportingPersonDetails></formData></edgarSubmission>`

test('default: reads issuer and owners of a schedule 13G', () => {
  expect(read(schedule)).toEqual({
    issuerCik: '0000050863',
    owners: [{ name: 'Big Index Advisors', cik: null, shares: 1_099_168_953, percent: 7.48 }],
  })
})

test('error: for any cut or change, the only error is UPSTREAM_CHANGED', () => {
  fc.assert(
    fc.property(
      fc.nat(schedule.length),
      fc.nat(60),
      fc.string({ maxLength: 4 }),
      (at, cut, put) => {
        try {
          read(schedule.slice(0, at) + put + schedule.slice(at + cut))
        } catch (error) {
          expect(error).toBeInstanceOf(FiqError)
          expect(error).toMatchObject({ code: 'UPSTREAM_CHANGED' })
        }
      },
    ),
  )
})

const recorded = new URL('../../../../../../shared/data/edgar/schedule13d.xml.gz', import.meta.url)

test.skipIf(!existsSync(recorded))(
  `behavior: a recorded schedule 13D${existsSync(recorded) ? '' : ' (skipped: ../shared/data is absent)'}`,
  () => {
    expect(read(gunzipSync(readFileSync(recorded)))).toEqual({
      issuerCik: '0001422142',
      owners: [
        {
          name: 'BML Investment Partners, L.P.',
          cik: '0001373604',
          shares: 2_100_000,
          percent: 8.5,
        },
        { name: 'Leonard Braden Michael', cik: '0001373603', shares: 2_435_000, percent: 9.9 },
      ],
    })
  },
)

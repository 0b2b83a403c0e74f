import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readOwnershipForm } from './ownership-form.ts'

const url = new URL('https://www.sec.gov/Archives/edgar/data/1/1/form4.xml')

function read(bytes: string | Uint8Array) {
  const body = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes
  return readOwnershipForm({ body, mode: 'recorded', asOf: null, retrievedAt: '' }, url)
}

const owner = `<reportingOwner><reportingOwnerId><rptOwnerCik>7</rptOwnerCik><rptOwnerName>Doe Jane</rptOwnerName></reportingOwnerId>
  <reportingOwnerRelationship><isDirector>true</isDirector><isOfficer>0</isOfficer></reportingOwnerRelationship></reportingOwner>`
const option = `<derivativeTransaction><securityTitle><value>Option</value></securityTitle>
  <conversionOrExercisePrice><value>8.88</value></conversionOrExercisePrice>
  <transactionDate><value>2010-03-01-05:00</value></transactionDate>
  <transactionCoding><transactionCode>M</transactionCode></transactionCoding>
  <transactionAmounts><transactionShares><value>1,000</value></transactionShares>
    <transactionAcquiredDisposedCode><value>D</value></transactionAcquiredDisposedCode></transactionAmounts>
  <expirationDate><footnoteId id="F1"/></expirationDate>
  <underlyingSecurity><underlyingSecurityTitle><value>Common</value></underlyingSecurityTitle></underlyingSecurity>
  <ownershipNature><directOrIndirectOwnership><value>I</value></directOrIndirectOwnership></ownershipNature></derivativeTransaction>`
const document = `<ownershipDocument><documentType>4</documentType><issuer><issuerCik>1</issuerCik></issuer>${owner}<derivativeTable>${option}</derivativeTable></ownershipDocument>`

test('default: reads owner, relationship and transaction; missing values are null', () => {
  expect(read(document)).toEqual({
    form: '4',
    issuerCik: '0000000001',
    owners: [
      {
        cik: '0000000007',
        name: 'Doe Jane',
        isDirector: true,
        isOfficer: false,
        isTenPercentOwner: false,
        officerTitle: null,
      },
    ],
    transactions: [
      {
        securityTitle: 'Option',
        date: '2010-03-01',
        code: 'M',
        direction: 'D',
        shares: 1000,
        price: null,
        sharesAfter: null,
        isDirect: false,
        isDerivative: true,
        exercisePrice: 8.88,
        expires: null,
        underlying: 'Common',
      },
    ],
  })
})

test.each(['<a/>', '<ownershipDocument/>', '<ownershipDocument>', 'text'])(
  'error: %j means that the upstream changed',
  (text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'UPSTREAM_CHANGED' }))
  },
)

test('error: for any cut or change, the only error is UPSTREAM_CHANGED', () => {
  fc.assert(
    fc.property(
      fc.nat(document.length),
      fc.nat(40),
      fc.string({ maxLength: 4 }),
      (at, cut, put) => {
        try {
          read(document.slice(0, at) + put + document.slice(at + cut))
        } catch (error) {
          expect(error).toBeInstanceOf(FiqError)
          expect(error).toMatchObject({ code: 'UPSTREAM_CHANGED' })
        }
      },
    ),
  )
})

const folder = new URL('../../../../../../shared/data/edgar/', import.meta.url)
const isHere = existsSync(folder)
const recorded = (name: string) => read(gunzipSync(readFileSync(new URL(name, folder))))

describe.skipIf(!isHere)(
  `recorded forms${isHere ? '' : ' (skipped: ../shared/data is absent)'}`,
  () => {
    test('default: reads a form 4 in XML: an exercise, sales, and the exercised option', () => {
      const { owners, transactions, issuerCik } = recorded('form4_snow.xml.gz')
      expect(issuerCik).toBe('0001640147')
      expect(owners).toMatchObject([
        { name: 'Scarpelli Michael', isOfficer: true, officerTitle: 'Chief Financial Officer' },
      ])
      expect(transactions[0]).toMatchObject({ code: 'M', shares: 200_000, price: 8.88 })
      expect(transactions[1]).toMatchObject({ code: 'S', direction: 'D', price: 150.841 })
      const sold = transactions.filter(({ code }) => code === 'S')
      expect(sold.reduce((sum, { shares }) => sum + shares!, 0)).toBe(200_000)
      expect(transactions.at(-1)).toMatchObject({ isDerivative: true, code: 'M' })
    })

    test.each(['form4_snow.xml.gz', 'form4_0000320193-22-000061.txt.gz'])(
      'default: reads every transaction of %s, figure by figure',
      (name) => {
        const text = gunzipSync(readFileSync(new URL(name, folder))).toString()
        const blocks =
          text.match(/<(non)?[dD]erivativeTransaction>[\s\S]*?<\/\w+Transaction>/g) ?? []
        const valueIn = (block: string, tag: string) =>
          new RegExp(`<${tag}>\\s*(?:<value>)?([^<]+)`).exec(block)?.[1]?.trim() ?? null
        const figureIn = (block: string, tag: string) =>
          valueIn(block, tag) === null ? null : Number(valueIn(block, tag))
        expect(recorded(name).transactions).toMatchObject(
          blocks.map((block) => ({
            securityTitle: valueIn(block, 'securityTitle'),
            date: valueIn(block, 'transactionDate'),
            code: valueIn(block, 'transactionCode'),
            direction: valueIn(block, 'transactionAcquiredDisposedCode'),
            shares: figureIn(block, 'transactionShares'),
            price: figureIn(block, 'transactionPricePerShare'),
            sharesAfter: figureIn(block, 'sharesOwnedFollowingTransaction'),
          })),
        )
        expect(blocks.length).toBeGreaterThan(0)
      },
    )

    test('behavior: reads the same in a complete submission', () => {
      const { owners, transactions } = recorded('form4_0000320193-22-000061.txt.gz')
      expect(owners).toMatchObject([{ cik: '0001462356', officerTitle: 'SVP, GC and Secretary' }])
      expect(transactions[0]).toMatchObject({
        date: '2022-05-04',
        code: 'S',
        shares: 9136,
        price: 159.94,
        sharesAfter: 468_198,
      })
    })
  },
)

import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSegmentFacts } from './segment-facts.ts'

const url = new URL('https://www.sec.gov/Archives/edgar/data/1/1/a_htm.xml')

function read(text: string) {
  const body = new TextEncoder().encode(text)
  return readSegmentFacts({ body, mode: 'recorded', asOf: null, retrievedAt: '' }, url)
}

const member = (axis: string, name: string) =>
  `<xbrldi:explicitMember dimension="${axis}">${name}</xbrldi:explicitMember>`
const context = (
  id: string,
  members: string,
  period = '<startDate>2024-09-29</startDate><endDate>2025-09-27</endDate>',
) =>
  `<context id="${id}"><entity><identifier scheme="http://www.sec.gov/CIK">1</identifier><segment>${members}</segment></entity><period>${period}</period></context>`
const fact = (
  id: string,
  value: string,
  concept = 'RevenueFromContractWithCustomerExcludingAssessedTax',
  unit = 'usd',
) =>
  `<us-gaap:${concept} contextRef="${id}" unitRef="${unit}" decimals="-6">${value}</us-gaap:${concept}>`
const product = member('srt:ProductOrServiceAxis', 'aapl:IPhoneMember')
const segment = member('us-gaap:StatementBusinessSegmentsAxis', 'aapl:AmericasSegmentMember')

const instance = `<?xml version="1.0"?><xbrl xmlns="http://www.xbrl.org/2003/instance">
${context('c-1', product)}
${context('c-2', segment + member('srt:ConsolidationItemsAxis', 'us-gaap:OperatingSegmentsMember'))}
${context('c-3', product + segment)}
${context('c-6', member('srt:ProductOrServiceAxis', 'aapl:MacMember') + member('us-gaap:StatementBusinessSegmentsAxis', 'aapl:EuropeSegmentMember'))}
${context('c-4', member('srt:StatementGeographicalAxis', 'country:US'), '<instant>2025-09-27</instant>')}
${context('c-5', member('us-gaap:StatementClassOfStockAxis', 'us-gaap:CommonStockMember'))}
<unit id="usd"><measure>iso4217:USD</measure></unit><unit id="pure"><measure>xbrli:pure</measure></unit>
${fact('c-1', '209586000000')}${fact('c-1', '1', 'Revenues')}${fact('c-2', '178353000000')}
${fact('c-3', '5')}${fact('c-6', '6')}${fact('c-4', '5')}${fact('c-5', '5')}${fact('c-1', '5', 'OperatingIncomeLoss')}${fact('c-2', '1', 'Revenues', 'pure')}
</xbrl>`

test('default: reads facts with one axis, the preferred concept, and only money', () => {
  const period = { start: '2024-09-29', end: '2025-09-27', currency: 'USD', revenue: null }
  expect(read(instance)).toEqual([
    { axis: 'PRODUCT', member: 'aapl:IPhoneMember', value: 209_586_000_000, ...period },
    { axis: 'SEGMENT', member: 'aapl:AmericasSegmentMember', value: 178_353_000_000, ...period },
  ])
})

test("behavior: a bank's revenue is that of interest and of other kinds, not its fees", () => {
  const bank = `<xbrl xmlns="http://www.xbrl.org/2003/instance">${context('c-0', '')}${context('c-1', product)}
<unit id="usd"><measure>iso4217:USD</measure></unit>
${fact('c-0', '3')}${fact('c-1', '3')}${fact('c-0', '80', 'InterestIncomeExpenseNet')}${fact('c-0', '-5', 'NoninterestIncome')}
</xbrl>`
  expect(read(bank)).toMatchObject([{ value: 3, revenue: 75 }])
})

test('behavior: a foreign filer has the axes of its own taxonomy, and its own currency', () => {
  const abroad = [
    context('c-1', member('ifrs-full:ProductsAndServicesAxis', 'nvo:InsulinMember')),
    context(
      'c-2',
      member('ifrs-full:SegmentConsolidationItemsAxis', 'ifrs-full:OperatingSegmentsMember') +
        member('ifrs-full:SegmentsAxis', 'nvo:DiabetesMember'),
    ),
    context('c-3', member('ifrs-full:GeographicalAreasAxis', 'country:US')),
    '<unit id="dkk"><measure>iso4217:DKK</measure></unit>',
    fact('c-1', '3', 'Revenue', 'dkk'),
    fact('c-2', '2', 'Revenue', 'dkk'),
    fact('c-3', '1', 'RevenueFromContractsWithCustomers', 'dkk'),
  ].join('')
  expect(
    read(`<xbrl xmlns="http://www.xbrl.org/2003/instance">${abroad}</xbrl>`).map(
      ({ axis, value, currency }) => [axis, value, currency],
    ),
  ).toEqual([
    ['PRODUCT', 3, 'DKK'],
    ['SEGMENT', 2, 'DKK'],
    ['GEOGRAPHY', 1, 'DKK'],
  ])
})

test('behavior: an instance without segments gives none', () => {
  expect(read('<xbrli:xbrl xmlns:xbrli="x"/>')).toEqual([])
})

test('error: for any cut or change, the only error is UPSTREAM_CHANGED', () => {
  fc.assert(
    fc.property(
      fc.nat(instance.length),
      fc.nat(80),
      fc.string({ maxLength: 4 }),
      (at, cut, put) => {
        try {
          read(instance.slice(0, at) + put + instance.slice(at + cut))
        } catch (error) {
          expect(error).toBeInstanceOf(FiqError)
          expect(error).toMatchObject({ code: 'UPSTREAM_CHANGED' })
        }
      },
    ),
  )
})

const folder = new URL('../../../../../../shared/data/recorded/www.sec.gov/', import.meta.url)
const recorded = (name: string) =>
  read(gunzipSync(readFileSync(new URL(`Archives_edgar_data_${name}.xml.gz`, folder))).toString())

test.skipIf(!existsSync(folder))(
  'behavior: of two axes with one product throughout, the regions (needs ../shared/data)',
  () => {
    const period = { start: '2023-01-01', end: '2023-12-31', currency: 'USD' }
    const year = recorded('1065280_nflx_10k_htm').filter(({ end }) => end === '2023-12-31')
    const region = (member: string, value: number) => ({
      axis: 'GEOGRAPHY',
      member,
      value,
      revenue: 33_723_297_000,
      ...period,
    })
    expect(year).toEqual([
      region('country:US', 13_800_000_000),
      region('nflx:UnitedStatesAndCanadaMember', 14_873_783_000),
      region('us-gaap:EMEAMember', 10_556_487_000),
      region('srt:LatinAmericaMember', 4_446_461_000),
      region('srt:AsiaPacificMember', 3_763_727_000),
    ])
  },
)

test.skipIf(!existsSync(folder))(
  'behavior: revenue of a railway is tagged as freight (needs ../shared/data)',
  () => {
    const year = recorded('unp-20121231').filter(({ end }) => end === '2012-12-31')
    expect(year.map(({ axis, member, value }) => [axis, member, value])).toEqual([
      ['SEGMENT', 'unp:AgricultureMember', 3_280_000_000],
      ['SEGMENT', 'unp:AutomotiveMember', 1_807_000_000],
      ['SEGMENT', 'unp:ChemicalsMember', 3_238_000_000],
      ['SEGMENT', 'unp:CoalMember', 3_912_000_000],
      ['SEGMENT', 'unp:IndustrialProductsMember', 3_494_000_000],
      ['SEGMENT', 'unp:IntermodalMember', 3_955_000_000],
    ])
  },
)

test('error: omits an industry concept that does not sum, or is a small part', () => {
  const contexts = `${context('c-1', segment)}${context('c-0', '')}<unit id="usd"><measure>iso4217:USD</measure></unit>`
  const freight = (part: string, total: string, revenue: string) =>
    read(
      `<xbrl>${contexts}${fact('c-1', part, 'CargoAndFreightRevenue')}${fact('c-0', total, 'CargoAndFreightRevenue')}${fact('c-0', revenue, 'Revenues')}</xbrl>`,
    )
  expect(freight('60', '60', '100')).toHaveLength(1)
  expect(freight('50', '60', '100')).toEqual([])
  expect(freight('40', '40', '100')).toEqual([])
})

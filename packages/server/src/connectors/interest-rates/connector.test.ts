import { describe, expect, test } from 'vitest'
import type { ConnectorContext } from '../../sources/connector.ts'
import {
  describeConnector,
  emptyFiles,
  testContext,
} from '../../sources/testing/describe-connector.ts'
import type { MacroPoint } from '../../sources/world-bank/country-points.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import { interestRates } from './connector.ts'
import { monthEnds } from './rate-sources.ts'

describeConnector(interestRates, [
  { coordinate: 'Query.interestRates', args: { country: 'USA' } },
  { coordinate: 'Query.interestRates', args: { country: 'DEU' } },
  { coordinate: 'Query.policyRates', args: { country: 'JPN' } },
])

const rates = interestRates.fields['Query.interestRates']!
const policy = interestRates.fields['Query.policyRates']!
const now = () => new Date('2026-11-18T17:00:00Z')
const at = '2026-11-17T00:00:00Z'
const sandbox = (parts = {}) => testContext(sandboxTransport({ now }), { now, ...parts })
/** The ECB's rate in January of each year since 1998. */
const history = testContext(
  recordedTransport([
    {
      recorded: {
        at,
        url: 'https://data-api.ecb.europa.eu/service/data/FM/D.U2.EUR.4F.KR.DFR.LEV?format=csvdata',
      },
      body: [
        'TIME_PERIOD,OBS_VALUE',
        ...Array.from({ length: 29 }, (_, year) => `${1998 + year}-01-02,2`),
      ].join('\n'),
    },
  ]),
  { now },
)
const newest = async (country: string, context: ConnectorContext = sandbox(), field = rates) => {
  const { value, provenance } = await field.resolve(null, { country }, context)
  return { ...(value as MacroPoint[])[0]!, source: provenance[0]!.source.split(',')[0] }
}

describe('interestRates', () => {
  test('default: each country uses its own public source', async () => {
    expect(await newest('usa')).toMatchObject({
      date: '2026-10-01',
      unit: 'percent a year, effective federal funds rate, mean of the month',
      source: 'FRED',
    })
    expect(await newest('DE')).toMatchObject({
      date: '2026-11-01',
      unit: "percent a year, ECB deposit facility rate at the month's end",
      source: 'European Central Bank',
    })
    expect(await newest('JPN')).toMatchObject({
      date: '2026-10-01',
      unit: 'percent a year, overnight interbank rate, mean of the month',
      source: 'OECD',
    })
    expect(await newest('USA', sandbox(), policy)).toMatchObject({
      unit: 'percent a year, upper limit of the federal funds target',
    })
    expect(await newest('JPN', sandbox(), policy)).toMatchObject({
      unit: "percent a year, policy rate at the month's end",
      source: 'Bank for International Settlements',
    })
  })

  test('behavior: requests the ECB, the OECD and the BIS at their addresses, in turn', async () => {
    const oecd = (measure: string) =>
      `https://sdmx.oecd.org/public/rest/data/OECD.SDD.STES,DSD_KEI@DF_KEI,4.0/CHE.M.${measure}....?dimensionAtObservation=AllDimensions`
    const context = testContext(
      recordedTransport([
        { recorded: { at, url: oecd('IRSTCI') }, body: 'TIME_PERIOD,OBS_VALUE\n' },
        { recorded: { at, url: oecd('IR3TIB') }, body: '<html></html>' },
        {
          recorded: {
            at,
            url: 'https://stats.bis.org/api/v2/data/dataflow/BIS/WS_CBPOL/1.0/M.CH?format=csv',
          },
          body: 'FREQ,REF_AREA,TIME_PERIOD,OBS_VALUE\nM,CH,2026-09,0\nM,CH,2026-10,0.25\n',
        },
      ]),
      { now },
    )
    expect(await newest('CHE', context)).toMatchObject({ date: '2026-10-01', value: 0.25 })
  })

  test('behavior: a member of the euro area has the rate of the ECB, at the end of each month', async () => {
    const url =
      'https://data-api.ecb.europa.eu/service/data/FM/D.U2.EUR.4F.KR.DFR.LEV?format=csvdata'
    const key = 'FM.D.U2.EUR.4F.KR.DFR.LEV,D,U2,EUR,4F,KR,DFR,LEV'
    const names =
      'KEY,FREQ,REF_AREA,CURRENCY,PROVIDER_FM,INSTRUMENT_FM,PROVIDER_FM_ID,DATA_TYPE_FM,TIME_PERIOD,OBS_VALUE,OBS_STATUS'
    const body = `${names}\r\n${key},2026-10-01,2.25,A\r\n${key},2026-10-31,2,A\r\n${key},2026-11-16,2,A\r\n`
    const context = testContext(recordedTransport([{ recorded: { at, url }, body }]), { now })
    const { value, provenance } = await rates.resolve(null, { country: 'ITA' }, context)
    expect(value).toMatchObject([
      { date: '2026-11-01', value: 2 },
      { date: '2026-10-01', value: 2 },
    ])
    expect(provenance).toMatchObject([{ asOf: '2026-11-16', stale: false }])
  })

  test.each([
    ['HRV', '2023-01-01'],
    ['EST', '2011-01-01'],
    ['EMU', '1999-01-01'],
  ])('behavior: %s has the rate of the ECB since %s', async (country, entry) => {
    for (const field of [rates, policy]) {
      const { value } = await field.resolve(null, { country }, history)
      expect((value as MacroPoint[]).at(-1)!.date).toBe(entry)
    }
  })

  test('behavior: an imported series has priority', async () => {
    const own = { value: [{ date: '2026-11-01', value: 9 }], provenance: [] }
    const files = {
      ...emptyFiles,
      series: (key: string) => (key === 'interest:rates:BRA' ? own : undefined),
    }
    const context = testContext(recordedTransport([]), { now, files })
    expect((await rates.resolve(null, { country: 'BRA' }, context)).value).toEqual([
      { date: '2026-11-01', value: 9, unit: 'percent a year' },
    ])
  })

  test('error: a group of countries has no rate, unless the operator imported one', async () => {
    for (const field of [rates, policy]) {
      const refused = { code: 'NOT_FOUND', message: 'European Union (EUU) has no rate of its own.' }
      await expect(field.check!({ country: 'EUU' }, sandbox())).rejects.toMatchObject(refused)
      await expect(field.resolve(null, { country: 'EUU' }, sandbox())).rejects.toMatchObject(
        refused,
      )
      await expect(field.check!({ country: 'EMU' }, sandbox())).resolves.toBeUndefined()
    }
    const own = { value: [{ date: '2026-11-01', value: 2 }], provenance: [] }
    const series = (key: string) => (key === 'interest:rates:EUU' ? own : undefined)
    const held = sandbox({ files: { ...emptyFiles, series } })
    await expect(rates.check!({ country: 'EUU' }, held)).resolves.toBeUndefined()
    expect(await rates.resolve(null, { country: 'EUU' }, held)).toMatchObject({ value: own.value })
  })

  test('error: refuses unknown countries and unlicensed policy rates before payment', async () => {
    await expect(rates.check!({ country: 'XQX' }, sandbox())).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    const off = sandbox({ enabled: ({ id }: { id: string }) => id !== 'bis-policy-rates' })
    await expect(policy.check!({ country: 'JPN' }, off)).rejects.toMatchObject({
      code: 'NOT_CONFIGURED',
      facts: expect.arrayContaining([
        expect.stringContaining('FIQ_RESTRICTED_UPSTREAMS=bis-policy-rates'),
      ]),
    })
    await expect(rates.check!({ country: 'JPN' }, off)).resolves.toBeUndefined()
  })
})

test('default: returns the last value of each month, newest first', () => {
  expect(
    monthEnds([
      { date: '2026-01-30', value: 1 },
      { date: '2026-01-31', value: null },
      { date: '2026-02-01', value: null },
      { date: '2026-01-02', value: 3 },
    ]),
  ).toEqual([
    { date: '2026-02-01', value: null },
    { date: '2026-01-01', value: 1 },
  ])
})

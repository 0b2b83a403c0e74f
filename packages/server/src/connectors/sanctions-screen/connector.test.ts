import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { FiqError } from '@fiq/shared/errors'
import { buildSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { baseSchema } from '../../sources/base-schema.ts'
import type { ConnectorContext } from '../../sources/connector.ts'
import { createConnectorContext } from '../../sources/context.ts'
import { describeConnector } from '../../sources/testing/describe-connector.ts'
import type { Mode } from '../../upstreams/transport.ts'
import { nameLengthMax, sanctionsScreen } from './connector.ts'

const field = sanctionsScreen.fields['Query.sanctionsScreen']!
const ofacFolder = new URL('../../../../../../shared/data/ofac/', import.meta.url)
const hasList = existsSync(new URL('bench2021_sdn.csv.gz', ofacFolder))

const row = (id: string, name: string) =>
  `${id},"${name}",-0- ,"SDGT] [IFSR",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n`
const small: Record<string, string> = {
  'SDN.CSV': row('1', 'ACME TRADING LTD') + row('2', 'OTHER PARTY'),
  'ALT.CSV': '1,1,"aka","ACME",-0- \r\n',
  'ADD.CSV': '1,1,-0- ,"Tehran","Iran",-0- \r\n',
  'SDN_COMMENTS.CSV': '2,"."',
}

function contextOf(files: Record<string, string>, mode: Mode = 'recorded', now = '2024-05-02') {
  const requests: string[] = []
  const context: ConnectorContext = createConnectorContext({
    files: { bars: () => undefined, series: () => undefined, tickers: () => [] },
    now: () => new Date(now),
    allowed: new Set(),
    upstreams: {
      mode,
      async fetch({ url, expects, bulk }) {
        const file = url.pathname.split('/').at(-1)!
        requests.push(`${url.hostname} ${file} ${expects} ${bulk}`)
        const text = files[file]
        if (text === undefined) throw new FiqError('NOT_FOUND', `No ${file} here.`)
        const body = new TextEncoder().encode(text)
        return { body, mode, asOf: '2024-05-01', retrievedAt: '2024-05-02T00:00:00Z' }
      },
    },
  })
  return { context, requests }
}

describeConnector(sanctionsScreen, [
  { coordinate: 'Query.sanctionsScreen', args: { name: 'Acme Trading' } },
  { coordinate: 'Query.sanctionsLists', args: {} },
])

describe('sanctionsScreen', () => {
  test('default: returns matches with the names of the schema, with their list', async () => {
    const { context } = contextOf(small)
    expect(await field.resolve(undefined, { name: 'Acme Trading' }, context)).toEqual({
      value: [
        {
          matchedName: 'ACME TRADING LTD',
          score: expect.closeTo(0.97, 1),
          listName: 'SDN',
          program: 'SDGT, IFSR',
          programs: ['SDGT', 'IFSR'],
          entityName: 'ACME TRADING LTD',
          type: 'entity',
          sdnId: '1',
          entryId: '1',
          countries: ['IR'],
          remarks: null,
          matchedIdentifier: null,
        },
      ],
      warnings: [],
      unanswered: [],
      provenance: [
        {
          source: 'OFAC Specially Designated Nationals list',
          sourceUrl:
            'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/SDN.CSV',
          asOf: '2024-05-01',
          retrievedAt: '2024-05-02T00:00:00Z',
          mode: 'recorded',
          stale: false,
          licence: 'US government work, public domain',
        },
      ],
    })
  })

  test('behavior: fetches and indexes the list once', async () => {
    const { context, requests } = contextOf(small)
    await Promise.all([
      field.check!({ name: 'Acme' }, context),
      field.resolve(undefined, { name: 'Acme' }, context),
    ])
    const ofacFiles = ['SDN', 'ALT', 'ADD', 'SDN_COMMENTS', 'CONS_PRIM', 'CONS_ALT', 'CONS_ADD']
    expect(requests.sort()).toEqual(
      [
        ...[...ofacFiles, 'CONS_COMMENTS'].map(
          (file) => `sanctionslistservice.ofac.treas.gov ${file}.CSV csv true`,
        ),
        'data.trade.gov consolidated.csv csv true',
        'sanctionslist.fcdo.gov.uk UK-Sanctions-List.csv csv true',
        'scsanctions.un.org consolidated.xml xml true',
        'webgate.ec.europa.eu content csv true',
      ].sort(),
    )
  })

  test('behavior: screens other available lists, and names missing ones', async () => {
    const row = '9,"ACME HOLDINGS","-0-","NS-PLC",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- '
    const un = `<CONSOLIDATED_LIST dateGenerated="2024-05-01T00:00:00Z"><ENTITIES><ENTITY>
      <FIRST_NAME>ACME</FIRST_NAME><REFERENCE_NUMBER>CDe.1</REFERENCE_NUMBER></ENTITY></ENTITIES>
      </CONSOLIDATED_LIST>`
    const { context } = contextOf({
      ...small,
      'CONS_PRIM.CSV': row,
      'consolidated.xml': un,
      'consolidated.csv': 'no list',
    })
    const { value, provenance } = await field.resolve(undefined, { name: 'ACME' }, context)
    expect(value).toMatchObject([
      { listName: 'SDN', sdnId: '1', entryId: '1', score: 1 },
      { listName: 'UN', sdnId: null, entryId: 'CDe.1', score: 1 },
      { listName: 'OFAC Consolidated', sdnId: '9' },
    ])
    expect(provenance.map(({ source }) => source)).toEqual([
      'OFAC Specially Designated Nationals list',
      'OFAC consolidated list of other sanctions',
      'United Nations Security Council consolidated list',
    ])
    const lists = await sanctionsScreen.fields['Query.sanctionsLists']!.resolve(null, {}, context)
    expect(lists.value).toMatchObject([
      { name: 'SDN', isScreened: true, entries: 2, reason: null },
      { name: 'OFAC Consolidated', isScreened: true, entries: 1 },
      { name: 'UN', isScreened: true, entries: 1, asOf: '2024-05-01T00:00:00Z' },
      { name: 'UK', isScreened: false, reason: expect.stringMatching(/^NOT_FOUND: /) },
      { name: 'EU', isScreened: false },
      { name: 'CSL', isScreened: false, reason: expect.stringMatching(/^UPSTREAM_CHANGED: /) },
    ])
  })

  test('behavior: country accepts two or three letters; an old list is stale', async () => {
    const { context } = contextOf(small, 'recorded', '2024-06-01')
    const count = async (country: string) => {
      const { value } = await field.resolve(undefined, { name: 'Acme', country }, context)
      return (value as unknown[]).length
    }
    expect([await count('IR'), await count('irn'), await count('US')]).toEqual([1, 1, 0])
    const { provenance } = await field.resolve(undefined, { name: 'Acme' }, context)
    expect(provenance[0]!.stale).toBe(true)
  })

  test('behavior: a warning names the matches excluded by the country', async () => {
    const { context } = contextOf(small)
    const { value, warnings } = await field.resolve(
      undefined,
      { name: 'Acme', country: 'US' },
      context,
    )
    expect(value).toEqual([])
    expect(warnings).toEqual([expect.stringContaining('ACME TRADING LTD (IR)')])
  })

  test('behavior: the country of the programme counts', async () => {
    const files = { ...small, 'ADD.CSV': '2,1,-0- ,-0- ,"Panama",-0- \r\n' }
    const { context } = contextOf(files)
    const { value } = await field.resolve(undefined, { name: 'Acme', country: 'IR' }, context)
    expect(value).toHaveLength(1)
  })

  test('behavior: a name in a script with weaker matching has a warning', async () => {
    const { context } = contextOf(small)
    const { warnings } = await field.resolve(undefined, { name: 'بشار' }, context)
    expect(warnings).toEqual([expect.stringContaining('Arabic letters')])
  })

  test('behavior: minScore changes the threshold', async () => {
    const { context } = contextOf(small)
    const count = async (minScore?: number) => {
      const { value } = await field.resolve(undefined, { name: 'Acme Shipping', minScore }, context)
      return (value as unknown[]).length
    }
    expect([await count(), await count(0.26), await count(0.001)]).toEqual([0, 0, 1])
  })

  test('behavior: a number finds its vessel', async () => {
    const vessel =
      '3,"SEA EXAMPLE","vessel","CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"Vessel Registration Identification IMO 9187629." \r\n'
    const { context } = contextOf({ ...small, 'SDN.CSV': small['SDN.CSV'] + vessel })
    for (const name of ['IMO 9187629', '9187629', 'imo:9187629']) {
      const { value } = await field.resolve(undefined, { name }, context)
      expect(value).toEqual([
        expect.objectContaining({ entityName: 'SEA EXAMPLE', matchedIdentifier: '9187629' }),
      ])
    }
  })

  test('behavior: missing comments cause no refusal', async () => {
    const { 'SDN_COMMENTS.CSV': _, ...files } = small
    await expect(field.check!({ name: 'Acme' }, contextOf(files).context)).resolves.toBeUndefined()
  })

  test('behavior: the SDL is valid with the base types and describes every field', () => {
    const schema = buildSchema(`${baseSchema}${sanctionsScreen.sdl}`)
    const type = schema.getType('SanctionsMatch')
    const fields = type && 'getFields' in type ? Object.values(type.getFields()) : []
    expect(fields.map(({ name, type: of }) => `${name}: ${of}`)).toEqual(
      expect.arrayContaining([
        'matchedName: String!',
        'score: Float!',
        'listName: String!',
        'program: String',
      ]),
    )
    expect(fields.filter(({ description }) => !description)).toEqual([])
    expect(field.rate).toEqual({ credits: 2 })
  })

  test.each([
    [{ name: '' }, 'name'],
    [{ name: ' \t' }, 'name'],
    [{ name: '…' }, 'name'],
    [{ name: 'x'.repeat(nameLengthMax + 1) }, 'name'],
    [{ name: 'Acme', country: 'ZZ' }, 'country'],
    [{ name: 'Acme', minScore: 1.1 }, 'minScore'],
    [{ name: 'Acme', minScore: -0.1 }, 'minScore'],
    [{ name: 'Acme', country: 'Iran' }, 'country'],
  ])('error: refuses %j before it is priced, and names %s', async (args, argument) => {
    const refused = expect.objectContaining({
      code: 'BAD_INPUT',
      message: expect.stringContaining(argument),
    })
    expect(() => field.bounds!(args)).toThrowError(refused)
    const { context, requests } = contextOf(small)
    await expect(field.check!(args, context)).rejects.toEqual(refused)
    expect(requests).toEqual([])
  })

  test.each(['SDN.CSV', 'ALT.CSV', 'ADD.CSV'])(
    'error: without %s, requests no payment',
    async (file) => {
      const { [file]: _, ...files } = small
      await expect(field.check!({ name: 'Acme' }, contextOf(files).context)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    },
  )

  test('error: refuses a published list that is far too short', async () => {
    await expect(
      field.check!({ name: 'Acme' }, contextOf(small, 'mirror').context),
    ).rejects.toMatchObject({ code: 'UPSTREAM_CHANGED' })
  })
})

describe.skipIf(!hasList)('sanctionsScreen on the list of 2021 (needs ../shared/data/ofac)', () => {
  const unpack = (name: string) =>
    gunzipSync(readFileSync(new URL(`bench2021_${name}.csv.gz`, ofacFolder))).toString()
  const { context } = contextOf(
    hasList ? { 'SDN.CSV': unpack('sdn'), 'ALT.CSV': unpack('alt'), 'ADD.CSV': unpack('add') } : {},
    'mirror',
  )
  const first = async (args: { name: string; country?: string }) => {
    const { value } = await field.resolve(undefined, args, context)
    return (value as { sdnId: string; score: number; programs: string[] }[])[0]
  }

  test('default: the exact name scores 1, with its program', async () => {
    expect(await first({ name: 'AEROCARIBBEAN AIRLINES' })).toMatchObject({
      sdnId: '36',
      score: 1,
      programs: ['CUBA'],
    })
  })

  test.each(['AEROCARIBEAN AIRLINES', 'AEROCARIBBEAN AIRLINEZ', 'AERO-CARIBBEAN'])(
    'behavior: %s finds it first',
    async (name) => {
      expect((await first({ name }))?.sdnId).toBe('36')
      expect((await first({ name, country: 'CUB' }))?.sdnId).toBe('36')
      expect((await first({ name, country: 'US' }))?.sdnId).not.toBe('36')
    },
  )
})

import { existsSync, readFileSync } from 'node:fs'
import { defined } from '@fiq/shared/defined'
import { expect, test } from 'vitest'
import { describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import { clinicalTrials } from './connector.ts'

const amgen = { name: 'AMGEN INC', ticker: 'AMGN' }
const coordinate = 'Entity.clinicalTrials'
describeConnector(clinicalTrials, [{ coordinate, args: {}, parent: amgen }])

const { resolve } = clinicalTrials.fields[coordinate]!
const at = '2026-11-18T17:00:00Z'
const address = (rest: string) =>
  `https://clinicaltrials.gov/api/v2/studies?query.spons=AMGEN&fields=NCTId%7CBriefTitle%7COverallStatus%7CPhase%7CCondition%7CStartDate%7CLastUpdatePostDate%7CLeadSponsorName%7CCollaboratorName&${rest}`

const shapes = new URL('../../../../../../shared/data/shapes/upstream_shapes.json', import.meta.url)

test.skipIf(!existsSync(shapes))(
  'default: a study as recorded (needs ../shared/data)',
  async () => {
    const body = JSON.parse(readFileSync(shapes, 'utf8'))['clinicaltrials_v2_studies']
    const url = address('sort=LastUpdatePostDate%3Adesc&pageSize=40&countTotal=true')
    const { value, provenance } = await resolve(
      amgen,
      {},
      testContext(recordedTransport([{ recorded: { at, url }, body }])),
    )
    expect(value).toEqual([
      {
        nctId: 'NCT07684144',
        title: 'Extension Trial of Maridebart Cafraglutide',
        status: 'RECRUITING',
        phases: [],
        conditions: [],
        sponsor: 'Amgen',
        startDate: null,
        updatedAt: '2026-10-05',
        url: 'https://clinicaltrials.gov/study/NCT07684144',
      },
    ])
    expect(provenance).toMatchObject([{ asOf: '2026-10-05', source: 'ClinicalTrials.gov' }])
  },
)

test('behavior: sends bounds and order to the registry; no match is an empty list', async () => {
  const url = address(
    'sort=LastUpdatePostDate%3Aasc&pageSize=14&countTotal=true&filter.advanced=AREA%5BLastUpdatePostDate%5DRANGE%5B2025-01-01%2CMAX%5D',
  )
  const context = testContext(
    recordedTransport([{ recorded: { at, url }, body: { totalCount: 0, studies: [] } }]),
  )
  const filter = { sort: 'ASC', limit: 5, offset: 2, since: '2025-01-01T00:00:00Z' }
  expect((await resolve(amgen, { filter }, context)).value).toEqual([])
})

test('behavior: omits studies of sponsors whose names contain the name', async () => {
  const study = (number: number, lead: string, ...others: string[]) => ({
    protocolSection: {
      identificationModule: { nctId: `NCT0000000${number}`, briefTitle: 'T' },
      statusModule: {},
      sponsorCollaboratorsModule: {
        leadSponsor: { name: lead },
        ...defined({
          collaborators: others.length > 0 ? others.map((name) => ({ name })) : undefined,
        }),
      },
    },
  })
  const studies = [
    study(1, 'Apple Inc.'),
    study(2, 'Big Apple Hospital'),
    study(3, 'Stanford University', 'Apple Inc.'),
    study(4, 'Stanford University'),
  ]
  const url = address('sort=LastUpdatePostDate%3Adesc&pageSize=40&countTotal=true')
  const context = testContext(
    recordedTransport([
      { recorded: { at, url: url.replace('AMGEN', 'Apple') }, body: { studies } },
    ]),
  )
  expect((await resolve({ name: 'Apple Inc.' }, {}, context)).value).toMatchObject([
    { nctId: 'NCT00000001' },
    { nctId: 'NCT00000003' },
  ])
})

test('behavior: the sandbox has studies of drug companies', async () => {
  const context = testContext(sandboxTransport({ now: () => new Date(at) }))
  const { value } = await resolve({ name: 'PFIZER INC' }, { filter: { limit: 3 } }, context)
  expect(value).toMatchObject([{ sponsor: 'PFIZER' }, {}, {}])
  expect((await resolve({ name: 'FORD MOTOR CO' }, {}, context)).value).toEqual([])
})

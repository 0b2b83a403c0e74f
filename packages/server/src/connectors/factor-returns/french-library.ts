import { FiqError } from '@fiq/shared/errors'
import type { ConnectorContext, Sourced, Upstream } from '../../sources/connector.ts'
import { isStaleSeries } from '../../sources/series-age.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import { refuse } from '../../upstreams/checked-answer.ts'
import { zipEntries } from '../../upstreams/zip.ts'
import {
  type FactorFrequency,
  type FactorRow,
  type FactorSet,
  factorsOf,
  hasRows,
  parseFactorFile,
} from './factor-files.ts'

export const frenchLibrary: Upstream = {
  id: 'french-library',
  name: 'Kenneth R. French data library',
  hosts: ['mba.tuck.dartmouth.edu'],
  url: 'https://mba.tuck.dartmouth.edu/pages/faculty/ken.french/data_library.html',
  licence: {
    class: 'attribution',
    text: 'Copyright Eugene F. Fama and Kenneth R. French; free use, cited',
  },
  delay: 'monthly, some weeks after the month',
  timing: { delay: 'periodic' },
}

/**
 * File name of each set. Daily and weekly files have a suffix; the monthly file also contains the
 * annual table.
 */
const files: Readonly<Record<FactorSet, string>> = {
  THREE_FACTORS: 'F-F_Research_Data_Factors',
  FIVE_FACTORS: 'F-F_Research_Data_5_Factors_2x3',
  MOMENTUM: 'F-F_Momentum_Factor',
}
const suffixes: Readonly<Record<FactorFrequency, string>> = {
  DAILY: '_daily',
  WEEKLY: '_weekly',
  MONTHLY: '',
  ANNUAL: '',
}

/** Maximum bytes of a file. A century of days takes 2 MB. */
const fileBytesMax = 20 * 2 ** 20
const cacheSeconds = 3_600

/**
 * Factor returns, oldest first.
 *
 * @throws FiqError `NOT_FOUND` if the library has no such table, `UPSTREAM_…`
 */
export function loadFactors(
  set: FactorSet,
  frequency: FactorFrequency,
  context: ConnectorContext,
): Promise<Sourced<readonly FactorRow[]>> {
  return context.cached(`factors:${set}:${frequency}`, cacheSeconds, async (context) => {
    const url = new URL(
      `https://mba.tuck.dartmouth.edu/pages/faculty/ken.french/ftp/${files[set]}${suffixes[frequency]}_CSV.zip`,
    )
    const answer = await context.fetch({ url, expects: 'binary', bulk: true })
    const text = unpacked(answer.body, url)
    const { rows: value, odd } = parseFactorFile(text, frequency)
    if (odd.length > value.length) refuse(url, 'a table of another form', { facts: [odd[0]!] })
    const lost = factorsOf[set].filter((factor) => value.every((row) => row[factor] === null))
    if (lost.length > 0 && hasRows(text, frequency))
      refuse(url, 'a table without some of its columns', { facts: [`Lost: ${lost.join(', ')}`] })
    const asOf = value.at(-1)?.date
    if (asOf === undefined)
      throw new FiqError('NOT_FOUND', `The data library has no ${frequency} table of ${set}.`)
    const points = value.map(({ date, marketExcess, momentum }) => ({
      date,
      value: marketExcess ?? momentum,
    }))
    const stale = isStaleSeries(points, context.now())
    const provenance = [provenanceOf(frenchLibrary, answer, { asOf, stale })]
    return { value, provenance, warnings: odd.length > 0 ? [omittedRows(odd)] : [] }
  })
}

function omittedRows({ length, 0: first = '' }: readonly string[]): string {
  return `Rows of the file that have another form and are omitted: ${length}, such as "${first.slice(0, 60)}".`
}

function unpacked(body: Uint8Array, url: URL): string {
  const [file] = zipEntries(body) ?? []
  if (!file) return refuse(url, 'bytes other than a zip archive')
  try {
    return new TextDecoder('latin1').decode(file.read(fileBytesMax))
  } catch (cause) {
    return refuse(url, 'an archive that is damaged or too large', { cause })
  }
}

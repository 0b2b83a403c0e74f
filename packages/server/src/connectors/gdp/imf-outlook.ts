import { FiqError } from '@fiq/shared/errors'
import type { ConnectorContext, SeriesPoint, Sourced, Upstream } from '../../sources/connector.ts'
import { fetchSdmx } from '../../sources/sdmx-csv.ts'
import { provenanceOf } from '../../sources/sourced.ts'

export const imfOutlook: Upstream = {
  id: 'imf-weo',
  name: 'International Monetary Fund, World Economic Outlook',
  hosts: ['api.imf.org'],
  url: 'https://data.imf.org',
  licence: { class: 'attribution', text: 'IMF terms of use, attribution' },
  delay: 'April and October',
  timing: { delay: 'periodic' },
  optionalKey: 'IMF_API_KEY',
}

/**
 * Growth of real GDP in percent with five years of forecast, newest first, from SDMX-CSV.
 *
 * @throws FiqError `NOT_FOUND` for a country without a forecast, `UPSTREAM_…`
 */
export async function loadOutlook(
  country: string,
  context: ConnectorContext,
): Promise<Sourced<readonly SeriesPoint[]>> {
  const url = new URL(
    `https://api.imf.org/external/sdmx/3.0/data/dataflow/IMF.RES/WEO/+/${country}.NGDP_RPCH.A`,
  )
  const headers = { accept: 'application/vnd.sdmx.data+csv' }
  const { body: value, answer } = await fetchSdmx(url, headers, context)
  if (value.length === 0)
    throw new FiqError('NOT_FOUND', `The World Economic Outlook has nothing for ${country}.`)
  return { value, provenance: [provenanceOf(imfOutlook, answer)] }
}

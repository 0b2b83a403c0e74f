import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import type { ConnectorContext, Upstream } from '../connector.ts'
import { fredApi, fredGraph } from './fred.ts'
import { fredNotice } from './fred-notice.ts'

/** Series whose private owners must approve a sale. */
export const fredCopyrighted: Upstream = {
  ...fredGraph,
  id: 'fred-copyrighted',
  name: 'FRED series of private owners',
  licence: {
    class: 'restricted',
    text: 'Copyrighted: the owner of the series must approve first',
  },
}

const approvalTag = 'copyrighted: pre-approval required'
const cacheSeconds = 24 * 3_600

/**
 * Refuses, before payment, a series that the server may not sell. With a key, FRED's copyright tags
 * decide. Without one, it accepts only series that are known to be government work. Refuses nothing
 * in a mirror, in the sandbox, or if the operator has the owners' approval.
 *
 * @throws FiqError `NOT_CONFIGURED`; `NOT_FOUND` for an unknown series; `UPSTREAM_…`
 */
export async function refuseUnsold(seriesId: string, context: ConnectorContext): Promise<void> {
  if (context.upstreams.mode !== 'live' || context.enabled(fredCopyrighted)) return
  if (isGovernmentWork(seriesId)) return
  const tags = context.enabled(fredApi) ? await copyrightTags(seriesId, context) : undefined
  if (tags && !tags.includes(approvalTag)) return
  throw new FiqError('NOT_CONFIGURED', `This server may not sell ${seriesId}.`, {
    facts: [
      `Terms: ${tags ? approvalTag : 'not known without FRED_API_KEY'}`,
      'FIQ_RESTRICTED_UPSTREAMS=fred-copyrighted turns on series of private owners',
    ],
  })
}

async function copyrightTags(seriesId: string, context: ConnectorContext): Promise<string[]> {
  return context.cached(`fred-tags:${seriesId}`, cacheSeconds, async (context) => {
    const url = new URL('https://api.stlouisfed.org/fred/series/tags?file_type=json')
    url.searchParams.set('series_id', seriesId)
    const { body } = await context.json(url, tagsSchema, { noticeOf: fredNotice(seriesId) })
    return body.tags
      .filter(({ group_id }) => group_id === 'cc')
      .map(({ name }) => name.toLowerCase())
  })
}

const tagsSchema = z.object({ tags: z.array(z.object({ name: z.string(), group_id: z.string() })) })

/**
 * Identifiers of series that US agencies produce. The comment above each row names the agencies,
 * from the `Source` of the series at fred.stlouisfed.org.
 */
const governmentWork: readonly RegExp[] = [
  // Bureau of Economic Analysis; GDPPOT: Congressional Budget Office.
  /^(?:GDP|GDPC1|GDPDEF|GDPPOT|GNP|PCE|PCEC96|PCEPI|PCEPILFE|PSAVERT|DSPIC96|CP|A191R\w+)$/,
  // Bureau of Labor Statistics.
  /^(?:CPI\w+|CUSR\w+|CUUR\w+|PPI\w+|WPU\w+|UNRATE\w*|PAYEMS|CES\d+|LNS\d+|JTS\w+|CIVPART|EMRATIO|ECI\w+)$/,
  // Census Bureau, partly with the Department of Housing (housing) or the BEA (BOPGSTB).
  /^(?:HOUST\w*|PERMIT\w*|RSAFS|RSXFS|RETAIL\w*|DGORDER|BOPGSTB|HSN1F|TTLCONS)$/,
  // Board of Governors of the Federal Reserve and Federal Reserve Banks.
  /^(?:D?GS\d+(?:MO)?|DTB\d\w*|TB\dM\w*|T\d+Y\w+|DFII\d+|T5YIFR|FEDFUNDS|DFF|DFEDTAR[UL]?|EFFR|IORB|DPRIME)$/,
  // Board of Governors, and Federal Reserve Bank of St. Louis (M2V, USREC).
  /^(?:M1SL|M2SL|M2V|WALCL|TOTRESNS|BOGMBASE|INDPRO|IP[A-Z]\w+|TCU|TOTALSL|REVOLSL|DEX\w+|DTWEX\w+|USREC)$/,
]

/** Whether the identifier shows that a series is work of the US government. */
export function isGovernmentWork(seriesId: string): boolean {
  return governmentWork.some((family) => family.test(seriesId))
}

import { applyFilter } from '../../sources/array-filter.ts'
import type { Connector, ConnectorContext } from '../../sources/connector.ts'
import { filerCik, filingsOf, submissionsUpstream } from '../../sources/edgar/filing-list.ts'
import {
  type FiledForm,
  isOwnershipForm,
  ownershipForms,
} from '../../sources/edgar/ownership-forms.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { knownOnBounds, knownOnOf } from '../../sources/known-on.ts'
import { productOf } from '../../sources/tidy.ts'
import { type JudgedTrade, tradeFilterBounds, tradeFilterOf } from './trade-filter.ts'

/** Lower than in other areas, because each form takes a request. */
const limitMax = 200
/** Maximum forms read for one list; they take some seconds at the SEC's rate limit. */
const formsReadMax = 60
const formsAtOnce = 8

/** Trades of directors, officers and large owners, from forms 4 and 5. */
export const insiderTrades: Connector = {
  area: 'insider-trades',
  category: 'regulatory',
  upstreams: [submissionsUpstream],
  sdl: /* GraphQL */ `
    extend type Entity {
      """
      Transactions of insiders, from SEC forms 4 and 5 since June 2003. Sorted by filing date, newest
      first. One list reads at most ${formsReadMax} forms. To get older or rare transactions, bound the
      filing date with since and until. limit is at most ${limitMax}.
      """
      insiderTrades(
        filter: InsiderTradeFilterInput
        "Returns only forms filed up to this day, ISO 8601, without later amendments."
        knownOn: String
      ): [InsiderTrade!]
    }

    "Bounds, order and page by filing date, and conditions on the transactions. All conditions must hold."
    input InsiderTradeFilterInput {
      "Maximum number of items, 1 to ${limitMax}."
      limit: Int = 20
      "Number of items to skip after sorting."
      offset: Int = 0
      "Order by filing date: DESC is newest first, ASC is oldest first."
      sort: String = "DESC"
      "Earliest filing date, inclusive. ISO 8601 date or date-time."
      since: String
      "Latest filing date, inclusive. ISO 8601 date or date-time."
      until: String
      "SEC transaction codes; any of them. For example P (purchase), S (sale), A (grant), M (exercise), F (withheld for tax or price), G (gift)."
      codes: [String!]
      "A (acquired) or D (disposed)."
      acquiredDisposed: String
      "Words of the insider's name, in any order."
      owner: String
      "Role of the insider at the issuer."
      role: InsiderRole
      "Minimum value of the transaction, USD. Excludes transactions without a price."
      minValue: Float
      "true: only derivatives. false: only other securities, e.g. shares."
      derivative: Boolean
    }

    "Role of an insider at the issuer."
    enum InsiderRole {
      DIRECTOR
      OFFICER
      TEN_PERCENT_OWNER
    }

    "One transaction of an insider, as filed. Numbers are not adjusted for later splits."
    type InsiderTrade {
      "Filing date, ISO 8601."
      filedAt: String!
      "Day of the transaction, ISO 8601. Null if the form states no readable day."
      transactionDate: String
      "Form type, 4 or 5. Amendments end in /A."
      form: String!
      "Name of the insider as filed, last name first. Joint filers are separated by semicolons."
      ownerName: String!
      "SEC filer identifier (CIK) of the first insider, ten digits."
      ownerCik: String
      "Whether an insider of the form is a director."
      isDirector: Boolean!
      "Whether an insider of the form is an officer."
      isOfficer: Boolean!
      "Whether an insider of the form owns ten percent of a class."
      isTenPercentOwner: Boolean!
      "Title of the officer. Null if the form states none."
      officerTitle: String
      "Title of the security, e.g. Common Stock."
      securityTitle: String!
      "SEC transaction code, e.g. P (purchase), S (sale)."
      code: String!
      "A (acquired) or D (disposed)."
      acquiredDisposed: String
      "Number of shares or derivatives in the transaction."
      shares: Float
      "Price of one share, or of one derivative, USD. Null or 0 if nothing was paid."
      price: Float
      "Shares times price, USD. Null if one of them is null."
      value: Float
      "Number of shares or derivatives that the insider holds after the transaction."
      sharesOwnedFollowing: Float
      "Whether the insider holds the security directly, not e.g. through a trust."
      isDirect: Boolean!
      "Whether the security is a derivative, e.g. an option."
      isDerivative: Boolean!
      "Exercise or conversion price of a derivative, USD. Null for other securities."
      exercisePrice: Float
      "Expiration date of a derivative, ISO 8601. Null for other securities."
      expires: String
      "Title of the underlying security of a derivative. Null for other securities."
      underlying: String
      "SEC accession number."
      accessionNumber: String!
      "URL of the form as a web page."
      url: String!
    }
  `,
  fields: {
    'Entity.insiderTrades': {
      rate: { credits: 1, pagesOf: 'filter.limit', limitMax },
      bounds(args) {
        tradeFilterBounds(args['filter'], limitMax)
        knownOnBounds(args)
      },
      async resolve(parent, args, context) {
        const cik = filerCik(parent as EntityRecord)
        const { filter, passes } = tradeFilterOf(args['filter'])
        const range = { ...filter, offset: 0, limit: formsReadMax }
        const { filings, provenanceOf } = await filingsOf(
          cik,
          isTradeForm,
          range,
          context,
          knownOnOf(args),
        )
        const inRange = applyFilter(filings, range, ({ filed }) => filed)
        const end = filter.offset + filter.limit
        const trades = await tradesOf(cik, inRange, passes, end, context)
        const value = trades.slice(filter.offset, end)
        const accessions = new Set(value.map(({ accessionNumber }) => accessionNumber))
        const read = inRange.filter(({ accession }) => accessions.has(accession))
        return { value, provenance: provenanceOf(read) }
      },
    },
  },
}

/** Whether a form may contain trades. Form 3 states initial holdings instead. */
function isTradeForm(filing: Parameters<typeof isOwnershipForm>[0]): boolean {
  return isOwnershipForm(filing) && !filing.form.startsWith('3')
}

/** Reads forms in their order until enough trades pass the filter. Keeps the order of trades. */
async function tradesOf(
  cik: string,
  filings: Parameters<typeof ownershipForms>[1],
  passes: (trade: JudgedTrade) => boolean,
  enough: number,
  context: ConnectorContext,
) {
  const trades: ReturnType<typeof rowsOf> = []
  for (let at = 0; at < filings.length && trades.length < enough; at += formsAtOnce) {
    const forms = await ownershipForms(cik, filings.slice(at, at + formsAtOnce), context)
    trades.push(...forms.flatMap(rowsOf).filter(passes))
  }
  return trades
}

function rowsOf({ filing, url, form: { owners, transactions } }: FiledForm) {
  return transactions.map((trade) => ({
    filedAt: filing.filed,
    transactionDate: trade.date,
    form: filing.form,
    ownerName: owners.map(({ name }) => name).join('; '),
    ownerCik: owners[0]?.cik ?? null,
    isDirector: owners.some(({ isDirector }) => isDirector),
    isOfficer: owners.some(({ isOfficer }) => isOfficer),
    isTenPercentOwner: owners.some(({ isTenPercentOwner }) => isTenPercentOwner),
    officerTitle: owners.find(({ officerTitle }) => officerTitle)?.officerTitle ?? null,
    securityTitle: trade.securityTitle,
    code: trade.code,
    acquiredDisposed: trade.direction,
    shares: trade.shares,
    price: trade.price,
    value:
      trade.shares === null || trade.price === null ? null : productOf(trade.shares, trade.price),
    sharesOwnedFollowing: trade.sharesAfter,
    isDirect: trade.isDirect,
    isDerivative: trade.isDerivative,
    exercisePrice: trade.exercisePrice,
    expires: trade.expires,
    underlying: trade.underlying,
    accessionNumber: filing.accession,
    url,
  }))
}

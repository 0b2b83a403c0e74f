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
      Trades of insiders, from forms 4 and 5 since June 2003, by day of filing; newest first, at
      most ${limitMax} at once. One list reads at most ${formsReadMax} forms: give since and until
      to reach further, or to find rare trades.
      """
      insiderTrades(
        filter: InsiderTradeFilterInput
        "Only forms filed up to this day, ISO 8601: later amendments are left out."
        knownOn: String
      ): [InsiderTrade!]
    }

    "ArrayFilterInput over the day of filing, and conditions on the trades."
    input InsiderTradeFilterInput {
      "Most items returned, 1 to ${limitMax}."
      limit: Int = 20
      "Items skipped after sorting."
      offset: Int = 0
      "ASC or DESC over the day of filing; DESC is newest first."
      sort: String = "DESC"
      "Inclusive lower bound, ISO 8601 date or date-time."
      since: String
      "Inclusive upper bound, ISO 8601 date or date-time."
      until: String
      "SEC transaction codes, e.g. P bought, S sold, A granted, M exercised, F withheld, G given."
      codes: [String!]
      "A acquired or D disposed."
      acquiredDisposed: String
      "Words of the insider's name, in any order."
      owner: String
      "Role of the insider at the issuer."
      role: InsiderRole
      "Lowest value of the trade, USD; trades without a price are left out."
      minValue: Float
      "true: derivatives alone; false: shares alone."
      derivative: Boolean
    }

    "Role of an insider at the issuer."
    enum InsiderRole {
      DIRECTOR
      OFFICER
      TEN_PERCENT_OWNER
    }

    "One transaction of an insider."
    type InsiderTrade {
      "Day of the filing, ISO 8601."
      filedAt: String!
      "Day of the transaction, ISO 8601."
      transactionDate: String
      "Form: 4 or 5; amendments end in /A."
      form: String!
      "The insider, last name first, as filed; joint filers are separated by semicolons."
      ownerName: String!
      "SEC identifier of the first insider, ten digits."
      ownerCik: String
      "Whether an insider of the form is a director."
      isDirector: Boolean!
      "Whether an insider of the form is an officer."
      isOfficer: Boolean!
      "Whether an insider of the form owns ten percent of a class."
      isTenPercentOwner: Boolean!
      "Title of the officer."
      officerTitle: String
      "Class of the security."
      securityTitle: String!
      "SEC transaction code, e.g. P bought, S sold."
      code: String!
      "A acquired or D disposed."
      acquiredDisposed: String
      "Number of shares or derivatives."
      shares: Float
      "Price of one share or derivative, USD; null or 0 if nothing was paid."
      price: Float
      "Shares times price, USD."
      value: Float
      "Amount held after the transaction."
      sharesOwnedFollowing: Float
      "Whether the holding is direct."
      isDirect: Boolean!
      "Whether the security is a derivative, e.g. an option."
      isDerivative: Boolean!
      "Exercise or conversion price of a derivative, USD."
      exercisePrice: Float
      "Day a derivative expires."
      expires: String
      "Underlying security of a derivative."
      underlying: String
      "SEC accession number."
      accessionNumber: String!
      "Address of the form in readable form."
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
        const { filter, isKept } = tradeFilterOf(args['filter'])
        const range = { ...filter, offset: 0, limit: formsReadMax }
        const { filings, provenance } = await filingsOf(
          cik,
          isTradeForm,
          range,
          context,
          knownOnOf(args),
        )
        const inRange = applyFilter(filings, range, ({ filed }) => filed)
        const end = filter.offset + filter.limit
        const trades = await tradesOf(cik, inRange, isKept, end, context)
        return { value: trades.slice(filter.offset, end), provenance: [provenance] }
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
  isKept: (trade: JudgedTrade) => boolean,
  enough: number,
  context: ConnectorContext,
) {
  const trades: ReturnType<typeof rowsOf> = []
  for (let at = 0; at < filings.length && trades.length < enough; at += formsAtOnce) {
    const forms = await ownershipForms(cik, filings.slice(at, at + formsAtOnce), context)
    trades.push(...forms.flatMap(rowsOf).filter(isKept))
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
    value: trade.shares === null || trade.price === null ? null : trade.shares * trade.price,
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

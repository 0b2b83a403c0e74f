import { expect, test } from 'vitest'
import { connectors } from '../connectors/connectors.ts'
import { faultsOfChangedCells } from './testing/faults-of-changed-cells.ts'

/** What may happen to more than the changed row, and why that is right. */
const allowed: readonly (readonly [RegExp, string])[] = [
  [/^tiingo-bars.*(?:date|divCash|splitFactor).*one row/, 'earlier prices depend on these cells'],
  [/, <(?:value|cusip)> .* one row/, 'a form 13F without one position has wrong weights'],
  [/^ecb-reference-rates.*one row: wrong/, 'the rate of the day before answers, with its day'],
  [/^world-bank.*indicator\.value/, 'the unit then lacks its base year'],
  [/^oecd-kei.*: wrong/, 'the next measure answers, with its unit'],
  [/^us-treasury.*one row: wrong/, 'the list goes back by a number of days'],
  [/^google-news.*<source>/, 'the feed itself is named if an item names no publisher'],
  [/^(?:usaspending|courtlistener).*[dD]ate.*all rows/, 'the other pages have days'],
  [/^usaspending.*Award ID/, 'an old award has only the number of the publisher'],
  [/^openalex.*doi/, 'the work is cited by its own address if it has no DOI'],
  [/^open-fda.*products/, 'an application without product is titled by its number'],
  [
    /^open-fda.*decision_date .*all rows/,
    'events of other kinds have days, so the filter removes these',
  ],
  [
    /^hacker-news.*(?:title|points|num_comments) .*all rows/,
    'comments, half of the rows, lack these',
  ],
  [/^finra-short-interest-files.*symbolCode = "~odd~"/, 'the file lists other securities'],
  [/\.htm, <td>/, 'an exhibit is a page of prose, not a table of a known form'],
  [
    /<(?:xbrldi:explicitMember|startDate|endDate|us-gaap:\w+)> .*all rows/,
    'a report may have no segments',
  ],
  [
    /^(?:\S+-bars|yahoo-chart|fred-index).*one row: wrong: {(?:"date":"[\d-]+",)?"value"/,
    'an indicator is a figure over all bars',
  ],
  [/: wrong: .*"reason":"The bars have no /, 'the indicator states why it has no value'],
  [
    /^coingecko.*current_price (?:null|missing)|regularMarketPrice (?:null|missing)/,
    'the source has no price',
  ],
  [/\.(?:id|symbol) odd in one row: the item is reported/, 'the row names another item'],
  [
    /(?:sponsor_name|applicant|leadSponsor\.name|Recipient Name) odd in all/,
    'rows of other companies are left out',
  ],
  [/^sec-tickers.*data\.\*\.1 odd in all/, 'a search leaves out rows of other names'],
  [/(?:outcomeType|quoteType) odd in all/, 'rows of other kinds are left out'],
  [/^yahoo-news.*\.lang odd/, 'a code of two letters is shortened'],
  [/^gdelt.*\{\}/, 'GDELT answers {} without results'],
]

test.each(connectors.map(({ area }) => area))(
  'error: %s: an odd cell costs its row, an odd column or an error is told',
  async (area) => {
    const faults = await faultsOfChangedCells(connectors.find((each) => each.area === area)!)
    expect(faults.filter((fault) => !allowed.some(([known]) => known.test(fault)))).toEqual([])
  },
  120_000,
)

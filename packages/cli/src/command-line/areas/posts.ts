import { type Row, rowsOf, textIn } from '../../query/rows.ts'
import { absent, formatLarge, isNumber } from '../../terminal/format/format-number.ts'
import { type Clock, instantText } from '../../terminal/format/instant.ts'
import type { Column, Table } from '../../terminal/format/table.ts'
import { day, formatCountInFull, number, page, text, word } from '../views/columns.ts'
import { wide, widest } from './widths.ts'

/** Prediction markets, and research. */
export const opinionTables: Readonly<Record<string, Table<Row>>> = {
  predictions: {
    empty: 'No predictions.',
    columns: [
      day('closes', 'closesAt'),
      word('yes or first', 'outcomes', 12, { cell: (row) => outcomeText(row, 0) }),
      word('traded', 'volume', 10, { cell: tradedText, align: 'right' }),
      text('question', 'question', 42, { link: page }),
      text('market', 'source', 10, wide),
      word('second', 'outcomes', 12, { cell: (row) => outcomeText(row, 1), ...widest }),
    ],
  },
  research: {
    empty: 'No research.',
    columns: [
      day('published', 'publishedAt'),
      text('title', 'title', 36, { link: page }),
      text('authors', 'authors', 20, { cell: authorsText }),
      number('cited', 'citations', 6, formatCountInFull),
      text('venue', 'venue', 24, wide),
      text('DOI', 'doi', 24, widest),
      word('found in', 'source', 9, widest),
    ],
  },
}

/** Posts and news, with times in the user's zone. */
export function postTables(clock: Clock): Readonly<Record<string, Table<Row>>> {
  return {
    news: {
      empty: 'No news.',
      columns: [
        when(clock),
        text('publisher', 'source', 16),
        text('headline', 'title', 46, { link: page }),
        word('language', 'language', 8, widest),
      ],
    },
    'social.reddit': posts(clock, text('title', 'title', 34, { link: page }), [
      number('replies', 'comments', 7, formatCountInFull),
    ]),
    'social.redditComments': posts(clock, text('title', 'text', 43, { link: page }), []),
    discussions: {
      empty: 'No discussions.',
      columns: [
        when(clock),
        number('points', 'points', 6, formatCountInFull),
        number('replies', 'comments', 7, formatCountInFull),
        word('kind', 'kind', 8),
        text('title', 'title', 38, { link: page }),
        word('from', 'source', 11, widest),
      ],
    },
  }
}

function posts(clock: Clock, title: Column<Row>, more: readonly Column<Row>[]): Table<Row> {
  return {
    empty: 'No posts.',
    columns: [
      when(clock),
      number('votes', 'score', 6, formatCountInFull),
      ...more,
      word('forum', 'subreddit', 12),
      title,
    ],
  }
}

/** The time of a post in the user's zone. */
function when(clock: Clock): Column<Row> {
  return word('when', 'date', 13, { cell: ({ date }) => instantText(date, {}, clock) })
}

function authorsText({ authors }: Row): string {
  if (!Array.isArray(authors)) return ''
  const names = authors.filter((name) => typeof name === 'string')
  return names.length > 2 ? `${names[0]} et al.` : names.join(', ')
}

/** The outcome with this index: `Yes 62%`. */
export function outcomeText(row: Row, place: number): string {
  const outcomes = rowsOf(row['outcomes'])
  const yes = outcomes.findIndex((outcome) => /^yes$/i.test(textIn(outcome, 'name')))
  const order = yes > 0 ? [outcomes[yes]!, ...outcomes.filter((_, at) => at !== yes)] : outcomes
  const outcome = order[place]
  if (!outcome) return ''
  const { probability } = outcome
  return `${textIn(outcome, 'name')} ${isNumber(probability) ? `${Math.round(probability * 100)}%` : absent}`
}

/** The volume of a market in its currency. Play money is marked as such. */
function tradedText(row: Row): string {
  if (!isNumber(row['volume'])) return absent
  const unit = row['isPlayMoney'] === true ? 'play' : textIn(row, 'currency')
  return `${formatLarge(row['volume'])} ${unit}`.trim()
}

/** Markets with more than two outcomes, for the block below the table. */
export function manyOutcomes(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ outcomes }) => rowsOf(outcomes).length > 2)
}

/** The outcomes of one market, likeliest first. */
export const outcomes: Table<Row> = {
  columns: [
    text('outcome', 'name', 40),
    number('probability', 'probability', 11, (share) =>
      isNumber(share) ? `${(share * 100).toFixed(1)}%` : absent,
    ),
  ],
}

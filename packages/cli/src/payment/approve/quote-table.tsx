import { Box, Text } from 'ink'
import { paint } from '../../terminal/format/paint.ts'
import { textWidth } from '../../terminal/format/text-width.ts'
import type { CheckedQuote } from '../quote/paid-request.ts'
import { type RowTexts, rowTexts, sumTexts } from './approval-facts.ts'
import { rowsShownMax } from './approval-text.ts'

/** Minimum rows, however small the terminal is. */
const rowsShownMin = 2

/** Column at which the amounts end, unless a row is longer. */
const amountsEnd = 49

/** The rows of a quote. Counts those that do not fit. */
export function QuoteTable({
  quote,
  rowsMax,
  shownMax = rowsShownMax,
}: {
  quote: CheckedQuote
  rowsMax: number
  shownMax?: number
}) {
  const shown = Math.max(rowsShownMin, Math.min(shownMax, rowsMax))
  const hidden = quote.rows.length - shown
  const sum = sumTexts(quote)
  const rows = [
    ...quote.rows.slice(0, shown).map(rowTexts),
    ...(hidden > 0 ? [{ path: `and ${hidden} more rows`, credits: ' ', usdc: ' ' }] : []),
    ...(sum ? [sum] : []),
  ]
  return (
    <Box>
      <Box width={9} flexShrink={0}>
        <Text>{paint('rows', 'dim', true)}</Text>
      </Box>
      <Box columnGap={2} width={Math.max(amountsEnd, widthOf(rows))}>
        <Column cells={rows.map(({ path }) => path)} />
        <Column cells={rows.map(({ credits }) => credits)} isShort />
        <Box flexGrow={1} justifyContent="flex-end" flexShrink={0}>
          <Column cells={rows.map(({ usdc }) => usdc)} isShort isNumber />
        </Box>
      </Box>
    </Box>
  )
}

/** The width at which every cell fits. */
function widthOf(rows: readonly RowTexts[]): number {
  const widest = (textOf: (row: RowTexts) => string) =>
    Math.max(...rows.map((row) => textWidth(textOf(row))))
  return (
    widest(({ path }) => path) + widest(({ credits }) => credits) + widest(({ usdc }) => usdc) + 4
  )
}

/** If space is short, a path is cut, but never a number. */
function Column({
  cells,
  isShort = false,
  isNumber = false,
}: {
  cells: readonly string[]
  isShort?: boolean
  isNumber?: boolean
}) {
  return (
    <Box
      flexDirection="column"
      alignItems={isNumber ? 'flex-end' : 'flex-start'}
      flexShrink={isShort ? 0 : 1}
    >
      {cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a quote never move
        <Text key={index} wrap="truncate-middle">
          {cell}
        </Text>
      ))}
    </Box>
  )
}

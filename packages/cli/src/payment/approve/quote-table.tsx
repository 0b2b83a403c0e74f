import { formatUsdc } from '@fiq/shared/money/usdc'
import { type QuoteRow, rowAmount } from '@fiq/shared/payment/quote'
import { atomicPerCredit } from '@fiq/shared/pricing/tariff'
import { sanitise } from '@fiq/shared/sanitise'
import { Box, Text } from 'ink'
import { alignPoints } from '../../terminal/format/align-points.ts'
import { paint } from '../../terminal/format/paint.ts'
import type { CheckedQuote } from '../quote/paid-request.ts'
import { rowsShownMax } from './approval-text.ts'

/** Shown however small the terminal is. */
const rowsShownMin = 2

/** The rows of a quote; what there is no room for is counted. */
export function QuoteTable({
  quote,
  rowsMax,
  shownMax = rowsShownMax,
}: {
  quote: CheckedQuote
  rowsMax: number
  shownMax?: number
}) {
  const rows = quote.rows.slice(0, Math.max(rowsShownMin, Math.min(shownMax, rowsMax)))
  const hidden = quote.rows.length - rows.length
  return (
    <>
      <Box columnGap={2}>
        <Column title="what" cells={rows.map(([path]) => sanitise(path))} />
        <Column title="times" cells={rows.map(([, times]) => String(times))} isNumber />
        <Column title="credits" cells={rows.map(([, , credits]) => String(credits))} isNumber />
        <Column title="USDC" cells={alignPoints(rows.map(amountOf))} isNumber />
      </Box>
      {hidden > 0 && <Text>{paint(`and ${hidden} more rows`, 'dim', true)}</Text>}
    </>
  )
}

/** A text gives way where there is no room, a number never. */
function Column({
  title,
  cells,
  isNumber = false,
}: {
  title: string
  cells: readonly string[]
  isNumber?: boolean
}) {
  return (
    <Box
      flexDirection="column"
      alignItems={isNumber ? 'flex-end' : 'flex-start'}
      flexShrink={isNumber ? 0 : 1}
    >
      <Text>{paint(title, 'dim', true)}</Text>
      {cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a quote never move
        <Text key={index} wrap="truncate-middle">
          {cell}
        </Text>
      ))}
    </Box>
  )
}

function amountOf(row: QuoteRow): string {
  return formatUsdc(rowAmount(row, atomicPerCredit))
}

import { sanitise } from '@fiq/shared/sanitise'
import { Box, Text, useInput, usePaste } from 'ink'
import { useEffect, useRef, useState } from 'react'
import { playWords } from '../../payment/approve/approval-facts.ts'
import { readingMs } from '../../payment/approve/approval-view.tsx'
import type { Canvas } from '../../terminal/canvas.ts'
import { formatCount } from '../../terminal/format/format-count.ts'
import { paint } from '../../terminal/format/paint.ts'
import { type Approval, type Approvals, payeeOf, priceOf } from './approvals.ts'

/** Maximum rows of a quote; further ones are counted. */
const rowsShownMax = 6

/** Maximum lines other than the list: the longest quote, with long lines wrapped. */
const otherLines = 18

/**
 * Maximum lines about the query: our words, six root fields, the count of the rest, the caller’s
 * two names.
 */
const queryLinesMax = 10

/**
 * Shows one quote in full and the others as a list. A letter decides on the displayed quote, and
 * only after the user could read it: a key pressed for the previous quote must not decide on a new
 * one.
 */
export function ApprovalsView({
  waiting,
  now,
  rows,
  after,
  desk,
  onLeave,
}: {
  waiting: readonly Approval[]
  now: number
  /** Height of the terminal. */
  rows: number
  after: Canvas['after']
  desk: Pick<Approvals, 'decide'>
  onLeave(): void
}) {
  const [chosen, setChosen] = useState(0)
  const [message, setMessage] = useState('')
  const place = Math.min(chosen, Math.max(0, waiting.length - 1))
  const current = waiting[place]
  const listed = Math.max(1, rows - otherLines - moreLines(current))
  const first = Math.max(0, Math.min(place - Math.floor(listed / 2), waiting.length - listed))
  const readId = useRef<string>(undefined)
  const id = current?.id
  useEffect(() => {
    readId.current = undefined
    if (id === undefined) return undefined
    return after(readingMs, () => {
      readId.current = id
    })
  }, [id, after])
  usePaste(() => {})
  useInput((input, key) => {
    if (input === 'q' || (key.ctrl && (input === 'c' || input === 'd'))) return onLeave()
    if (key.downArrow || input === 'j') return setChosen(Math.min(place + 1, waiting.length - 1))
    if (key.upArrow || input === 'k') return setChosen(Math.max(place - 1, 0))
    if (current && readId.current === current.id)
      setMessage(decide(desk, current, input) ?? message)
  })
  return (
    <Box flexDirection="column">
      <Text>
        {bold(`${waiting.length} ${waiting.length === 1 ? 'quote waits' : 'quotes wait'}`)}
      </Text>
      {waiting.slice(first, first + listed).map((approval) => (
        <Text key={approval.id} wrap="truncate-end">
          {approval === current ? '> ' : '  '}
          {lineOf(approval, now)}
        </Text>
      ))}
      {current && <Quote approval={current} />}
      {message !== '' && <Text>{message}</Text>}
      <Text>
        {current
          ? `${bold('[y]')} approve  ${bold('[n]')} deny  ${bold('[a]')} always for ${current.client} up to ${priceOf(current)}  ${bold('[q]')} quit`
          : dim('[q] quits')}
      </Text>
    </Box>
  )
}

/** Additional lines of a quote: the query, the token, play money. */
function moreLines(approval: Approval | undefined): number {
  const lineCount = approval?.quote.asked?.length
  return lineCount === undefined
    ? 0
    : Math.min(lineCount, queryLinesMax) + (approval?.quote.play ? 1 : 0)
}

function Quote({ approval }: { approval: Approval }) {
  const { client, quote } = approval
  const hidden = quote.rows.length - rowsShownMax
  return (
    <Box flexDirection="column" borderStyle="round" paddingX={1}>
      {(quote.asked ?? [quote.label ?? '']).slice(0, queryLinesMax).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a quote never move
        <Text key={index} wrap="truncate-end">
          {sanitise(line).slice(0, 200)}
        </Text>
      ))}
      {quote.play && <Text>{playWords}</Text>}
      {quote.rows.slice(0, rowsShownMax).map(([path, times, credits], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a quote never move
        <Text key={index} wrap="truncate-middle">
          {sanitise(path)} x{times}: {formatCount(credits, 'credit')}
        </Text>
      ))}
      {hidden > 0 && <Text>{dim(`and ${hidden} more rows`)}</Text>}
      <Text>pay to {payeeOf(approval)}</Text>
      <Text>
        at {sanitise(quote.origin)}, with the token named "{sanitise(client).slice(0, 40)}"
      </Text>
    </Box>
  )
}

/** @returns What was done, or `undefined` for a key without a meaning. */
function decide(desk: Pick<Approvals, 'decide'>, approval: Approval, input: string) {
  const always = `approved, and always for ${approval.client} up to ${priceOf(approval)}`
  const words = { y: 'approved', n: 'denied', a: always }
  const word = words[input as keyof typeof words]
  if (word === undefined) return undefined
  try {
    if (input === 'a') desk.decide(approval.id, 'approved', approval.amount)
    else desk.decide(approval.id, input === 'y' ? 'approved' : 'denied')
    return `${approval.id}: ${word}`
  } catch {
    return `${approval.id}: it has expired, so it is denied`
  }
}

function lineOf(approval: Approval, now: number): string {
  const { id, client, until, quote } = approval
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000))
  const label = quote.label === undefined ? '' : `, ${sanitise(quote.label)}`
  return `${id} "${client}": ${priceOf(approval)}, ${seconds} s left${label}`
}

function bold(text: string): string {
  return paint(text, 'bold', true)
}

function dim(text: string): string {
  return paint(text, 'dim', true)
}

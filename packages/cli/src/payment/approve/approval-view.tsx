import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import { sanitise } from '@fiq/shared/sanitise'
import { Box, Text, useInput, usePaste } from 'ink'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Canvas } from '../../terminal/canvas.ts'
import { paint } from '../../terminal/format/paint.ts'
import { usdcText } from '../../terminal/format/usdc-text.ts'
import {
  type ApprovalReply,
  creditsWords,
  type Proposal,
  payeeWords,
  playWords,
  promptWords,
  walletWords,
} from './approval-facts.ts'
import { notItemised, queryLines } from './approval-text.ts'
import { BudgetBars } from './budget-bars.tsx'
import { QuoteTable } from './quote-table.tsx'
import { replyTo } from './reply-to.ts'

/** A `y` within this time was typed before the user could read the prompt, so it is ignored. */
export const readingMs = 300

/** Maximum lines of the view on a narrow terminal, without the rows of the quote. */
const otherLines = 20

/** Maximum width; wider rows are hard to follow. */
const columnsMax = 100

/** A quote with everything needed for the decision, and the prompt. Adapts to the width. */
export function ApprovalView({
  proposal,
  rows,
  after,
  onReply,
}: {
  proposal: Proposal
  /** Height of the terminal. */
  rows: number
  after: Canvas['after']
  onReply(reply: ApprovalReply): void
}) {
  const isRead = useRef(false)
  const [reply, setReply] = useState<ApprovalReply>()
  const [isDetailed, setDetailed] = useState(false)
  useEffect(
    () =>
      after(readingMs, () => {
        isRead.current = true
      }),
    [after],
  )
  useEffect(() => {
    if (reply) onReply(reply)
  }, [reply, onReply])
  // Pasted text is not typed, so it is no reply.
  usePaste(() => {}, { isActive: reply === undefined })
  useInput(
    (input, key) => {
      if (input === 'd' && !key.ctrl && !key.meta) return setDetailed(!isDetailed)
      const meant = replyTo(input, key)
      if (meant && (isRead.current || meant === 'no' || meant === 'interrupted')) setReply(meant)
    },
    { isActive: reply === undefined },
  )
  const { quote } = proposal
  return (
    <Box flexDirection="column" borderStyle="round" paddingX={1} width="100%" maxWidth={columnsMax}>
      <Text>{paint(promptWords(proposal), 'bold', true)}</Text>
      <Box height={1} />
      {isDetailed ? (
        <Details quote={quote} payee={proposal.payee} rows={rows} />
      ) : (
        <>
          {queryLines(quote).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a quote never move
            <Box key={index}>
              <Box width={9} flexShrink={0}>
                <Text>{dim(index === 0 ? 'for' : '')}</Text>
              </Box>
              <Text wrap="truncate-end">{line}</Text>
            </Box>
          ))}
          <QuoteTable quote={quote} rowsMax={rows - otherLines} />
          {!quote.itemised && <Term name="note">{notItemised}</Term>}
          <Terms proposal={proposal} />
          <Box height={1} />
          <BudgetBars proposal={proposal} />
        </>
      )}
      <Box height={1} />
      {reply ? (
        <Answered reply={reply} proposal={proposal} />
      ) : (
        <Keys proposal={proposal} isDetailed={isDetailed} />
      )}
    </Box>
  )
}

/** Lines of the details without the rows. */
const detailLines = 16

/** Details that are rarely needed: all rows, the asset, the server and the tariff. */
function Details({
  quote,
  payee,
  rows,
}: {
  quote: Proposal['quote']
  payee: Proposal['payee']
  rows: number
}) {
  const paid = payee.status === 'known' ? payee.paid : undefined
  return (
    <>
      <QuoteTable quote={quote} rowsMax={rows - detailLines} shownMax={quote.rows.length} />
      <Term name="price">{creditsWords(quote)}</Term>
      <Term name="priced">
        {quote.itemised ? 'by the server and by fiq, with the same result' : 'by fiq alone'}
      </Term>
      <Box height={1} />
      {paid !== undefined && <Term name="paid">{usdcText(paid)} USDC so far</Term>}
      <Term name="asset">USDC {usdcOnBase.asset}</Term>
      <Term name="network">Base ({usdcOnBase.network})</Term>
      <Term name="at">{sanitise(quote.resourceUrl).slice(0, 200)}</Term>
      <Term name="tariff">{sanitise(quote.tariffVersion).slice(0, 80)}</Term>
    </>
  )
}

function Terms({ proposal }: { proposal: Proposal }) {
  const { quote, payee, standing } = proposal
  const tone = payee.status === 'new' ? 'warn' : 'up'
  return (
    <>
      <Term name="to">{quote.payTo}</Term>
      <Term name="">{paint(payeeWords(payee), tone, true)}</Term>
      <Term name="with">{walletWords(proposal)}</Term>
      {standing.isPlay && <Term name="">{paint(playWords, 'warn', true)}</Term>}
    </>
  )
}

/** Wraps the value at spaces, so that an address stays in one piece. */
function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box>
      <Box width={9} flexShrink={0}>
        <Text>{dim(name)}</Text>
      </Box>
      <Text wrap="wrap">{children}</Text>
    </Box>
  )
}

function Keys({
  proposal: { limits, wholeSession },
  isDetailed,
}: {
  proposal: Proposal
  isDetailed: boolean
}) {
  const session = `session, up to ${usdcText(limits.perSession)}`
  return (
    <Box columnGap={3} flexWrap="wrap">
      <Text>
        {key('y')} {wholeSession ? session : 'pay once'}
      </Text>
      {!wholeSession && (
        <Text>
          {key('a')} {session}
        </Text>
      )}
      <Text>
        {key('d')} {isDetailed ? 'back' : 'details'}
      </Text>
      <Text>{key('n')} no (Enter)</Text>
    </Box>
  )
}

function Answered({ reply, proposal }: { reply: ApprovalReply; proposal: Proposal }) {
  const words: Record<ApprovalReply, string> = {
    once: proposal.wholeSession ? 'yes' : 'yes, once',
    session: `yes, and the session up to ${usdcText(proposal.limits.perSession)} USDC`,
    no: 'no',
    interrupted: 'interrupted: no',
  }
  return <Text>{paint(words[reply], 'bold', true)}</Text>
}

function key(name: string): string {
  return paint(`[${name}]`, 'bold', true)
}

function dim(text: string): string {
  return paint(text, 'dim', true)
}

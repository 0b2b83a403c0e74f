import { defined } from '@fiq/shared/defined'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { usdcUnit } from '../terminal/format/usdc-text.ts'
import type { Passage } from './traffic.ts'

/** Logs one request on one line, as text or JSON. It contains no text of the caller. */
export function logLine(passage: Passage, format: 'text' | 'json'): string {
  const { at, client, surface, what, status, ms, outcome } = passage
  const { paid, atRisk, purchase, play, credits } = passage
  const time = new Date(at).toISOString()
  if (format === 'json')
    return JSON.stringify({
      time,
      client: client ?? null,
      surface,
      what,
      status,
      ms,
      paid: formatUsdc(paid),
      atRisk: formatUsdc(atRisk),
      purchase: purchase ?? null,
      ...defined({ play, credits }),
      outcome,
    })
  const unit = credits ? 'USDC in credits' : usdcUnit(play)
  const cost = paid === 0n ? '' : ` paid ${formatUsdc(paid)} ${unit}`
  const which = purchase === undefined ? '' : ` purchase ${purchase}`
  const risk = atRisk === 0n ? '' : ` AT RISK ${formatUsdc(atRisk)} ${unit}${which}`
  return `${time} ${client ?? '-'} ${surface} ${what} ${status} ${outcome} ${ms} ms${cost}${risk}`
}

/** Logs the kind of an unhandled error. Its text may contain a caller's words. */
export function unforeseenLine(error: unknown): string {
  const { name = 'Error', code } = Object(error) as { name?: string; code?: string }
  return `unforeseen ${String(code ?? name).slice(0, 60)}; still serving`
}

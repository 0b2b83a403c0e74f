import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import type { PaymentDetailShape, ReconciledShape } from '../../http/admin/shapes.ts'
import { usdcText } from '../../http/charts/figures.ts'
import { clockText } from '../../http/layout/count-words.ts'
import { Confirm } from './confirm.tsx'
import { Freshness, useDesk, useLive } from './live.tsx'
import { wordsOf } from './words.ts'

/** One payment: the signed authorization, its history, and the possible actions. */
export function Payment(props: { at: string; onClose(): void; onChanged(): void }): ReactElement {
  const { at, onClose, onChanged } = props
  const { api } = useDesk()
  const live = useLive<PaymentDetailShape>(`payments/${at}`)
  const { value } = live
  const place = useRef<HTMLElement>(null)
  const [isConfirming, setConfirming] = useState(false)
  const [message, setMessage] = useState('')
  useEffect(() => place.current?.focus(), [])
  const [payer = '', nonce = ''] = at.split('/')
  const changed = (words: string) => {
    setMessage(words)
    live.reload()
    onChanged()
  }
  const reconcile = async () => {
    try {
      const body = { payment: { payer, nonce } }
      changed(wordsOf(await api.change<ReconciledShape>('payments/reconcile', body)))
    } catch (thrown) {
      setMessage((thrown as Error).message)
    }
  }
  const credit = async () => {
    const { credits } = await api.change<{ credits: number }>('payments/credit', { payer, nonce })
    changed(`The payer has ${credits} credits for it.`)
  }
  return (
    <section className="card detail" ref={place} tabIndex={-1} aria-label="Payment">
      <div className="top">
        <h2>Payment</h2>
        <button type="button" className="btn" onClick={onClose}>
          Close
        </button>
      </div>
      <Freshness live={live} />
      <p role="status">{message}</p>
      {value && (
        <>
          <Facts {...value} />
          <div className="row">
            {value.mayReconcile && (
              <button type="button" className="btn" onClick={reconcile}>
                Reconcile
              </button>
            )}
            {value.mayCredit && (
              <button type="button" className="btn main" onClick={() => setConfirming(true)}>
                Turn into credits
              </button>
            )}
          </div>
        </>
      )}
      {value && isConfirming && (
        <Confirm
          title="Turn this payment into credits?"
          yes="Grant the credits"
          onYes={credit}
          onClose={() => setConfirming(false)}
        >
          <p>
            {usdcText(value.amount)} USDC were paid and not answered. The wallet {value.payer} gets
            credits for it, less what it was given for a failed part, and the payment buys no answer
            any more. This is kept in the log and cannot be taken back.
          </p>
        </Confirm>
      )}
    </section>
  )
}

/** A text with its hashes in the font of code. */
function withHashes(text: string): readonly ReactNode[] {
  return text
    .split(/(0x[0-9a-f]{40,})/)
    .map((part) => (part.startsWith('0x') ? <code key={part}>{part}</code> : part))
}

function Facts(payment: PaymentDetailShape): ReactElement {
  const { state, amount, payer, payTo, nonce, transaction, reason, createdAt, bought } = payment
  const facts: readonly (readonly [name: string, text: string])[] = [
    ['State', reason ? `${state}: ${reason}` : state],
    ...(bought ? [['Bought', bought.replaceAll('\n', ' ')] as const] : []),
    ['Amount', `${usdcText(amount)} USDC`],
    ['Payer', payer],
    ['Paid to', payTo],
    ['Nonce', nonce],
    ['Transaction', transaction ?? 'none'],
    ['Claimed', `${clockText(createdAt)} UTC`],
    ['Void after', `${clockText(payment.validBefore)} UTC, unless settled`],
    ...(payment.identifier ? [['Named by the payer', payment.identifier] as const] : []),
    ['Request', payment.request],
  ]
  return (
    <>
      <dl>
        {facts.map(([name, text]) => (
          <div className="fact" key={name}>
            <dt>{name}</dt>
            <dd>{/^(0x)?[0-9a-f]{40,}$/.test(text) ? <code>{text}</code> : text}</dd>
          </div>
        ))}
      </dl>
      <h3>What happened</h3>
      <ol className="timeline">
        {payment.timeline.map(({ at, what }) => (
          <li key={`${at}${what}`}>
            {at ? <time dateTime={at}>{clockText(at)} UTC</time> : <span />}
            <span>{withHashes(what)}</span>
          </li>
        ))}
      </ol>
    </>
  )
}

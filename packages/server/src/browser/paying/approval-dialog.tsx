import { formatUsdc } from '@fiq/shared/money/usdc'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import { atomicPerCredit } from '@fiq/shared/pricing/tariff'
import { orNames } from '@fiq/shared/spelling/name-list'
import { type ReactElement, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Wallet } from '../wallet/wallet.ts'
import type { Approvals, Waiting } from './approvals.ts'
import { errorText } from './error-text.ts'
import type { PaidBefore } from './paid-before.ts'
import { QuoteTable } from './quote-table.tsx'

/** An available wallet. `open` connects it and throws an Error with a text for the user. */
export type WalletChoice = { name: string; open(): Promise<Wallet> }

type DialogProps = {
  approvals: Approvals
  wallets: readonly WalletChoice[]
  /** `play money`; empty for real money. */
  money: string
  paidBefore(): PaidBefore
}

/**
 * Shows each quote before signing: amount, rows, check, payee, limits, next step. The title has the
 * focus, so that Enter does not pay. Escape declines.
 */
export function ApprovalDialog(props: DialogProps): ReactElement | null {
  const { subscribe, current } = props.approvals
  const waiting = useSyncExternalStore(subscribe, current)
  return waiting ? (
    <Quote key={waiting.offer.itemised?.digest} {...props} waiting={waiting} />
  ) : null
}

/** A click just before the dialog appeared must not pay. */
const wakeMs = 500

function Quote(props: DialogProps & { waiting: Waiting }): ReactElement {
  const { waiting, wallets, money } = props
  const { offer, decide } = waiting
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [problem, setProblem] = useState<string>()
  const [isAwake, setAwake] = useState(false)
  useEffect(() => {
    dialog.current?.showModal()
    title.current?.focus()
    const timer = setTimeout(() => setAwake(true), wakeMs)
    return () => clearTimeout(timer)
  }, [])

  const pay = async (choice: WalletChoice) => {
    try {
      decide(await choice.open())
    } catch (thrown) {
      setProblem(thrown instanceof Error ? errorText(thrown) : `${choice.name} declined.`)
    }
  }
  const amount = formatUsdc(offer.amount)
  return (
    <dialog
      ref={dialog}
      className="pay"
      aria-labelledby="pay-title"
      onCancel={() => decide(undefined)}
    >
      <div className="body">
        <h1 id="pay-title" tabIndex={-1} ref={title}>
          {offer.isCredits ? 'Pay for credits' : 'Pay for one answer'}
        </h1>
        {offer.about && <p className="muted small">{offer.about}</p>}
        <p className="sum">
          {amount} <small>{['USDC on Base', money].filter(Boolean).join(', ')}</small>
        </p>
        <QuoteTable {...offer} />
        <Terms {...props} />
        {problem && (
          <p role="alert" className="down">
            {problem}
          </p>
        )}
        {wallets.length === 0 && (
          <p role="alert">No wallet was found in this browser. Install one, or enter an API key.</p>
        )}
      </div>
      <div className="act">
        <button type="button" className="btn" onClick={() => decide(undefined)}>
          Do not pay
        </button>
        {wallets.map((choice) => (
          <button
            key={choice.name}
            type="button"
            className="btn main"
            disabled={!isAwake}
            onClick={() => pay(choice)}
          >
            {wallets.length === 1 ? `Pay ${amount} USDC` : `Pay with ${choice.name}`}
          </button>
        ))}
      </div>
    </dialog>
  )
}

/** The checks, the payee, and the scope of the approval. */
function Terms({ waiting, wallets, paidBefore }: DialogProps & { waiting: Waiting }): ReactElement {
  const { credits, payTo, maxTimeoutSeconds, amount, isCredits } = waiting.offer
  const { times, lastDay } = paidBefore()
  return (
    <>
      <p className="equal">
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M2.5 8.5l3.5 3.5 7.5-8" />
        </svg>
        <span>
          This page computed the same{isCredits ? '' : ' from the query'}:{' '}
          {credits.toLocaleString('en-US')} credits at {formatUsdc(atomicPerCredit)}.
        </span>
      </p>
      <dl className="receipt">
        <dt>To</dt>
        <dd>
          {window.location.host}, {timesText(times)}
        </dd>
        <dd className="payee">
          <code>{payTo}</code>
        </dd>
        <dt>From</dt>
        <dd>{orNames(wallets.map(({ name }) => name)) || 'no wallet'}</dd>
        <dt>Today</dt>
        <dd>{formatUsdc(lastDay + amount)} USDC in 24 hours with this one, from this browser</dd>
        <dt>Valid</dt>
        <dd>
          {maxTimeoutSeconds} s after you sign, for this amount and payee only ({usdcOnBase.network}
          )
        </dd>
      </dl>
      <ol aria-label="What happens next">
        <li>You sign one transfer. Nothing beyond it is approved.</li>
        <li>
          {isCredits
            ? 'It settles, and the credits are in your account.'
            : 'It settles, and the answer is shown with its receipt.'}
        </li>
        <li>If the answer is lost, asking again is free.</li>
      </ol>
    </>
  )
}

function timesText(times: number): string {
  if (times === 0) return 'never paid before'
  return times === 1 ? 'paid once before' : `paid ${times} times before`
}

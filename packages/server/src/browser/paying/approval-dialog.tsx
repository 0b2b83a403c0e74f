import { formatUsdc } from '@fiq/shared/money/usdc'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import { type ReactElement, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Wallet } from '../wallet/wallet.ts'
import type { Approvals, Waiting } from './approvals.ts'
import { errorText } from './error-text.ts'
import { QuoteTable } from './quote-table.tsx'

/** A wallet that can be chosen. `open` connects it and throws an Error with a text for the user. */
export type WalletChoice = { name: string; open(): Promise<Wallet> }

/** Shows each quote before anything is signed. Escape and the focused button decline. */
export function ApprovalDialog(props: {
  approvals: Approvals
  wallets: readonly WalletChoice[]
}): ReactElement | null {
  const { approvals, wallets } = props
  const waiting = useSyncExternalStore(approvals.subscribe, approvals.current)
  return waiting ? <Quote key={waiting.offer.itemised?.digest} {...{ waiting, wallets }} /> : null
}

function Quote(props: { waiting: Waiting; wallets: readonly WalletChoice[] }): ReactElement {
  const { waiting, wallets } = props
  const { offer, decide } = waiting
  const dialog = useRef<HTMLDialogElement>(null)
  const [problem, setProblem] = useState<string>()
  useEffect(() => dialog.current?.showModal(), [])

  const pay = async (choice: WalletChoice) => {
    try {
      decide(await choice.open())
    } catch (thrown) {
      setProblem(thrown instanceof Error ? errorText(thrown) : `${choice.name} declined.`)
    }
  }
  return (
    <dialog
      ref={dialog}
      className="approval"
      aria-labelledby="approval-title"
      onCancel={() => decide(undefined)}
    >
      <h2 id="approval-title">Pay {formatUsdc(offer.amount)} USDC for this query?</h2>
      <QuoteTable {...offer} />
      <dl>
        <dt>Paid to</dt>
        <dd>
          <code>{offer.payTo}</code>
        </dd>
        <dt>Network</dt>
        <dd>Base ({usdcOnBase.network}), USDC</dd>
        <dt>Expires after</dt>
        <dd>{offer.maxTimeoutSeconds} s</dd>
      </dl>
      <p>This page computed the same price. You sign one transfer of exactly this amount.</p>
      {problem && <p role="alert">{problem}</p>}
      {wallets.length === 0 && (
        <p role="alert">No wallet was found in this browser. Install one, or enter an API key.</p>
      )}
      <div className="buttons">
        {/* biome-ignore lint/a11y/noAutofocus: the safe answer has the focus */}
        <button type="button" autoFocus onClick={() => decide(undefined)}>
          No
        </button>
        {wallets.map((choice) => (
          <button key={choice.name} type="button" className="primary" onClick={() => pay(choice)}>
            Pay with {choice.name}
          </button>
        ))}
      </div>
    </dialog>
  )
}

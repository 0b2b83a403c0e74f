import { parseUsdc } from '@fiq/shared/money/usdc'
import { type FormEvent, type ReactElement, type ReactNode, useState } from 'react'
import type { PaymentShape, PaymentsShape, ReconciledShape } from '../../http/admin/shapes.ts'
import { usdcText } from '../../http/charts/figures.ts'
import { clockText, grouped } from '../../http/layout/count-words.ts'
import { paymentStates } from '../../storage/payments/payment-record.ts'
import { Table } from '../table.tsx'
import { Confirm } from './confirm.tsx'
import { FileLink } from './file-link.tsx'
import { Freshness, useDesk, useLive } from './live.tsx'
import { Payment } from './payment.tsx'
import { shortHex, wordsOf } from './words.ts'

/** Payments by state and search, newest first; one of them in detail. */
export function Payments({ query }: { query: URLSearchParams }): ReactElement {
  const { api } = useDesk()
  const [isConfirming, setConfirming] = useState(false)
  const [message, setMessage] = useState('')
  const live = useLive<PaymentsShape>(`payments?${searchOf(query)}`)
  const { value } = live
  const open = query.get('open')
  const reconcile = async () => {
    const found = await api.change<ReconciledShape>('payments/reconcile', {})
    setMessage(wordsOf(found))
    live.reload()
  }
  return (
    <>
      <div className="top">
        <h1>Payments</h1>
        <div className="row">
          <FileLink table="payments" query={searchOf(query)} />
          <button type="button" className="btn sm" onClick={() => setConfirming(true)}>
            Reconcile all
          </button>
        </div>
      </div>
      <Freshness live={live} />
      <Search query={query} key={query.get('search') ?? ''} />
      <p role="status">{message}</p>
      {value && <List value={value} query={query} />}
      {open && (
        <Payment at={open} onClose={() => go(query, { open: '' })} onChanged={live.reload} />
      )}
      {isConfirming && (
        <Confirm
          title="Check every unfinished payment on the chain?"
          yes="Reconcile"
          onYes={reconcile}
          onClose={() => setConfirming(false)}
        >
          <p>
            What settled becomes owed or paid, what can no longer settle fails. No money is moved.
          </p>
        </Confirm>
      )}
    </>
  )
}

function Search({ query }: { query: URLSearchParams }): ReactElement {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('search')
    go(query, { search: String(text ?? '').trim(), after: '' })
  }
  return (
    <form className="search" onSubmit={submit}>
      <label>
        Payer, nonce or transaction
        <input
          className="input"
          type="search"
          name="search"
          placeholder="0x…"
          spellCheck={false}
          defaultValue={query.get('search') ?? ''}
        />
      </label>
      <label>
        State
        <select
          className="input"
          value={query.get('state') ?? ''}
          onChange={({ target }) => go(query, { state: target.value, after: '' })}
        >
          <option value="">all</option>
          {paymentStates.map((state) => (
            <option key={state}>{state}</option>
          ))}
        </select>
      </label>
      <button type="submit" className="btn">
        Search
      </button>
    </form>
  )
}

function List({ value, query }: { value: PaymentsShape; query: URLSearchParams }): ReactElement {
  if (value.payments.length === 0)
    return (
      <p className="empty">
        No payments are found. Leave the search or the state empty to see more.
      </p>
    )
  return (
    <>
      <Table
        label="Payments found"
        className="entries"
        columns={[
          ...[{ name: 'Time (UTC)', holds: 'heads' } as const, 'State', 'Bought'],
          ...(['Credits', 'USDC', 'ms'] as const).map(
            (name) =>
              ({ name, holds: 'numbers', unit: name === 'Credits' ? 'credits' : name }) as const,
          ),
          ...['Payer', 'Nonce', 'Transaction'].map((name) => ({ name, word: name })),
        ]}
        foot={<Sums payments={value.payments} />}
        rows={value.payments.map((payment) => ({
          key: `${payment.payer}${payment.nonce}`,
          cells: cellsOf(payment, query),
        }))}
      />
      <div className="row">
        {query.get('after') && <a href={link(query, { after: '' })}>Newest</a>}
        {value.next && <a href={link(query, { after: value.next })}>Older</a>}
      </div>
    </>
  )
}

function cellsOf(payment: PaymentShape, query: URLSearchParams): ReactNode[] {
  const { createdAt, state, amount, payer, nonce, transaction, credits, milliseconds } = payment
  const [what = '–', about = ''] = (payment.bought ?? '–').split('\n')
  return [
    clockText(createdAt),
    <span key="state" className={`state ${state}`}>
      {state}
    </span>,
    <span key="bought">
      {what} <span className="muted">{about}</span>
    </span>,
    grouped(credits),
    usdcText(amount),
    milliseconds === null ? '–' : grouped(milliseconds),
    <a key="payer" href={link(query, { search: payer, after: '' })} title={payer}>
      <code>{shortHex(payer)}</code>
    </a>,
    <a key="nonce" href={link(query, { open: `${payer}/${nonce}` })} title={nonce}>
      <code>{shortHex(nonce)}</code>
    </a>,
    <code key="transaction" title={transaction ?? ''}>
      {transaction ? shortHex(transaction) : '–'}
    </code>,
  ]
}

/** The sums of the visible rows. */
function Sums({ payments }: { payments: readonly PaymentShape[] }): ReactElement {
  const credits = payments.reduce((sum, each) => sum + each.credits, 0)
  const amount = payments.reduce((sum, each) => sum + parseUsdc(each.amount), 0n)
  return (
    <tr>
      <th scope="row" colSpan={3}>
        These {payments.length}
      </th>
      <td className="num" data-unit="credits">
        <b>{grouped(credits)}</b>
      </td>
      <td className="num" data-unit="USDC">
        <b>{usdcText(amount)}</b>
      </td>
      <td colSpan={4} />
    </tr>
  )
}

function searchOf(query: URLSearchParams): string {
  const shown = new URLSearchParams(query)
  shown.delete('open')
  return shown.toString()
}

function link(query: URLSearchParams, change: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(change))
    if (value === '') next.delete(name)
    else next.set(name, value)
  return `#/payments?${next}`
}

function go(query: URLSearchParams, change: Readonly<Record<string, string>>): void {
  window.location.hash = link(query, change)
}

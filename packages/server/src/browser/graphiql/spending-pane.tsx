import { defined } from '@fiq/shared/defined'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { type GraphiQLPlugin, useGraphiQLActions } from '@graphiql/react'
import { type ReactElement, useState, useSyncExternalStore } from 'react'
import { errorText } from '../paying/error-text.ts'
import { maySettle, type Purchase } from '../paying/purchases.ts'
import { deliver } from '../paying/query-and-pay.ts'
import type { PayingSession } from '../paying/session.ts'

/** The purchases of this browser with their costs. A payment that may settle can be resumed. */
export function spendingPlugin(session: PayingSession): GraphiQLPlugin {
  return {
    title: 'Spending',
    icon: () => (
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        <path d="M4 5h16M4 10h16M4 15h10M4 20h10M19 14v6m-2.5-2.5L19 20l2.5-2.5" />
      </svg>
    ),
    content: () => <SpendingPane session={session} />,
  }
}

function SpendingPane({ session }: { session: PayingSession }): ReactElement {
  const { purchases } = session.ports
  const list = useSyncExternalStore(purchases.subscribe, purchases.list)
  return (
    <section className="pane">
      <h2>Spending</h2>
      {list.length === 0 ? (
        <p>Nothing was paid from this browser.</p>
      ) : (
        <p>
          {totalOf(list)} for {list.length} {list.length === 1 ? 'query' : 'queries'}, stored in
          this browser only.
        </p>
      )}
      <PinnedPayee session={session} />
      <ol className="purchases">
        {list.map((purchase) => (
          <Row key={purchase.id} purchase={purchase} session={session} />
        ))}
      </ol>
    </section>
  )
}

/**
 * The address that this browser pays. If the server legitimately changed it, the user clears it
 * here.
 */
function PinnedPayee({ session }: { session: PayingSession }): ReactElement | null {
  const { payee } = session.ports
  const [pinned, setPinned] = useState(payee.pinned())
  if (pinned === undefined) return null
  const forget = () => {
    payee.forget()
    setPinned(undefined)
  }
  return (
    <p>
      This server is paid at <code className="clip">{pinned}</code>{' '}
      <button type="button" className="btn" onClick={forget}>
        Forget the payee
      </button>
    </p>
  )
}

/** The total without refused payments, for which no receipt exists. */
function totalOf(list: readonly Purchase[]): string {
  const paid = list.filter(({ state }) => state !== 'refused')
  const money = paid.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  const credits = paid.reduce((sum, purchase) => sum + (purchase.credits ?? 0), 0)
  const parts = [
    ...(money > 0n || credits === 0 ? [`${formatUsdc(money)} USDC`] : []),
    ...(credits > 0 ? [creditsText(credits)] : []),
  ]
  return parts.join(' and ')
}

function creditsText(credits: number): string {
  return credits === 1 ? '1 credit' : `${credits} credits`
}

const stateWords: Readonly<Record<Purchase['state'], string>> = {
  signed: 'sent, outcome unknown',
  answered: 'answered',
  refused: 'refused, no receipt',
}

function Row({ purchase, session }: { purchase: Purchase; session: PayingSession }): ReactElement {
  const { operation, amount, credits, at, state, transaction, reason } = purchase
  const { addTab, updateActiveTabValues } = useGraphiQLActions()
  const [problem, setProblem] = useState<string>()
  const show = (response?: string) => {
    addTab()
    updateActiveTabValues({
      query: operation.query,
      variables: JSON.stringify(operation.variables, null, 2),
      ...defined({ response }),
    })
  }
  const resume = async () => {
    try {
      const { body } = await deliver(purchase, session.ports)
      show(JSON.stringify(body, null, 2))
    } catch (thrown) {
      setProblem(errorText(thrown))
    }
  }
  return (
    <li>
      <strong>
        {credits === undefined ? `${formatUsdc(BigInt(amount))} USDC` : creditsText(credits)}
      </strong>{' '}
      {stateWords[state]}
      <time dateTime={at}>{new Date(at).toLocaleString()}</time>
      <code className="clip">{operation.query.replace(/\s+/g, ' ').slice(0, 160)}</code>
      {transaction && <code className="clip">{transaction}</code>}
      {(problem ?? reason) && <p className="problem">{problem ?? reason}</p>}
      <span className="row">
        <button type="button" className="btn" onClick={() => show()}>
          Open in a tab
        </button>
        {maySettle(purchase, session.ports.nowMs()) && (
          <button type="button" className="btn main" onClick={resume}>
            Resume
          </button>
        )}
      </span>
    </li>
  )
}

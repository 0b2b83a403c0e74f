import { formatUsdc } from '@fiq/shared/money/usdc'
import { formatShortcutForOS, KEY_MAP, useGraphiQL, useGraphiQLActions } from '@graphiql/react'
import type { ReactElement } from 'react'
import type { PayingSession } from '../paying/session.ts'
import { useTypedPrice } from './price-pane.tsx'
import type { TypedPrice } from './typed-price.ts'

const keys = [
  [formatShortcutForOS(KEY_MAP.runQuery.key, 'Cmd'), 'runs the query'],
  ['Ctrl-Space', 'proposes fields and arguments'],
  [KEY_MAP.prettify.key, 'formats the query'],
] as const

/** The place of the answer before the first run: what the query costs, and how to run it. */
export function AnswerGuide({ session }: { session: PayingSession }): ReactElement | null {
  const isEmpty = useGraphiQL(
    ({ tabs, activeTabIndex, isFetching }) => !isFetching && !tabs[activeTabIndex]?.response,
  )
  return isEmpty ? <Guide session={session} /> : null
}

function Guide({ session }: { session: PayingSession }): ReactElement {
  const { price } = useTypedPrice(session)
  const { run } = useGraphiQLActions()
  const isReady = price.is === 'priced' || price.is === 'free'
  return (
    <section className="answer-guide" aria-labelledby="answer-guide-title">
      <h2 id="answer-guide-title">The answer appears here</h2>
      <button type="button" className="btn main" disabled={!isReady} onClick={() => run()}>
        {runText(price)}
      </button>
      <dl>
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p>{priceSentence(price)}</p>
    </section>
  )
}

function priceSentence(price: TypedPrice): string {
  switch (price.is) {
    case 'empty':
      return 'Write a query to see what it costs.'
    case 'invalid':
      return 'The query has no price yet. Correct what the editor underlines.'
    case 'free':
      return 'This query is free. It runs at once.'
    case 'priced':
      return `This query costs ${formatUsdc(price.price.amount)} USDC, which are ${price.price.credits} credits. You see the quote first, and pay only if you approve it. With an API key, its credits pay at once.`
  }
}

function runText(price: TypedPrice): string {
  return price.is === 'priced' ? `Run for ${formatUsdc(price.price.amount)} USDC` : 'Run'
}

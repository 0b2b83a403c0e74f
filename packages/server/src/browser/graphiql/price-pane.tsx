import { jsonOf } from '@fiq/shared/json'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { shellWord } from '@fiq/shared/shell-word'
import { type GraphiQLPlugin, useGraphiQL } from '@graphiql/react'
import { stripIgnoredCharacters } from 'graphql'
import { type ReactElement, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Operation } from '../paying/offer.ts'
import { QuoteTable } from '../paying/quote-table.tsx'
import type { PayingSession } from '../paying/session.ts'
import { priceMarks } from './price-marks.ts'
import { readTyped, type Typed, type TypedPrice, typedPrice } from './typed-price.ts'

/** The price of the typed query, computed with the server's pricing code. */
export function useTypedPrice(session: PayingSession): { typed: Typed; price: TypedPrice } {
  const tab = useGraphiQL((state) => state.tabs[state.activeTabIndex])
  const query = useDeferredValue(tab?.query ?? '')
  const variables = useDeferredValue(tab?.variables ?? '')
  const operationName = tab?.operationName ?? undefined
  return useMemo(() => {
    const typed = { query, variables, operationName }
    return { typed, price: typedPrice(session.contract, typed) }
  }, [query, variables, operationName, session])
}

/** Shows the price of each priced field after its line in the editor. Renders nothing itself. */
function useMarks({ typed, price }: { typed: Typed; price: TypedPrice }): void {
  const editor = useGraphiQL((state) => state.queryEditor)
  useEffect(() => {
    const model = editor?.getModel()
    // The price follows the text after a moment: marks of an older text would be misplaced.
    if (!editor || !model || price.is !== 'priced' || model.getValue() !== typed.query) return
    const { query, operationName } = typed
    const marks = priceMarks(query, price.price.rows, operationName).map(({ line, text }) => {
      const column = model.getLineMaxColumn(line)
      const after = { content: `  ${text}`, inlineClassName: 'price-mark' }
      return {
        range: {
          startLineNumber: line,
          startColumn: column,
          endLineNumber: line,
          endColumn: column,
        },
        options: { after, showIfCollapsed: true },
      }
    })
    const drawn = editor.createDecorationsCollection(marks)
    return () => drawn.clear()
  }, [editor, typed, price])
}

/**
 * Lets the editors scroll sideways only for lines that do not fit. By default they reserve columns
 * after the last character, and show a scroll bar for them.
 */
function useNarrowLines(): void {
  const query = useGraphiQL((state) => state.queryEditor)
  const variables = useGraphiQL((state) => state.variableEditor)
  const response = useGraphiQL((state) => state.responseEditor)
  useEffect(() => {
    for (const editor of [query, variables, response])
      editor?.updateOptions({ scrollBeyondLastColumn: 0 })
  }, [query, variables, response])
}

/** The price on one line, beside the run button. */
export function PriceBadge({ session }: { session: PayingSession }): ReactElement {
  const current = useTypedPrice(session)
  useMarks(current)
  useNarrowLines()
  const { price } = current
  return (
    <output className={`price-badge ${price.is}`} aria-label="Price of this query">
      {badgeText(price)}
    </output>
  )
}

function badgeText(price: TypedPrice): string {
  switch (price.is) {
    case 'empty':
      return ''
    case 'invalid':
      return 'not priced'
    case 'free':
      return 'free'
    case 'priced':
      return `${formatUsdc(price.price.amount)} USDC`
  }
}

/** The pane: itemised price, ways to pay, and the same query for other clients. */
export function pricePlugin(session: PayingSession): GraphiQLPlugin {
  return {
    title: 'Price',
    icon: () => (
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        <circle cx="12" cy="12" r="9" />
        <path d="M15 8.5c-.6-1-1.7-1.5-3-1.5-1.7 0-3 .9-3 2.4 0 3.4 6.2 1.7 6.2 5 0 1.6-1.4 2.6-3.2 2.6-1.5 0-2.7-.6-3.3-1.8M12 5.5v13" />
      </svg>
    ),
    content: () => <PricePane session={session} />,
  }
}

function PricePane({ session }: { session: PayingSession }): ReactElement {
  const { typed, price } = useTypedPrice(session)
  return (
    <section className="pane">
      <h2>Price of this query</h2>
      {price.is === 'empty' && <p>Type a query to see what it costs.</p>}
      {price.is === 'free' && <p>Free: schema and introspection cost nothing.</p>}
      {price.is === 'invalid' && <p className="problem">{price.message}</p>}
      {price.is === 'priced' && <QuoteTable {...price.price} />}
      <p>
        Nothing is charged before you have seen the quote and approved it. A minimum of 0.015 USDC
        holds for every query.
      </p>
      <KeyField session={session} />
      {(price.is === 'priced' || price.is === 'free') && (
        <Elsewhere typed={typed} url={session.ports.url.href} />
      )}
    </section>
  )
}

function KeyField({ session }: { session: PayingSession }): ReactElement {
  const [key, setKey] = useState(session.apiKey())
  return (
    <form className="field" onSubmit={(event) => event.preventDefault()}>
      <label htmlFor="api-key">API key, instead of paying by wallet</label>
      <input
        className="input"
        id="api-key"
        type="password"
        autoComplete="off"
        spellCheck={false}
        placeholder="none"
        value={key}
        onChange={({ target }) => {
          setKey(target.value)
          session.setApiKey(target.value)
        }}
      />
      <small>Kept for this tab only.</small>
    </form>
  )
}

function Elsewhere({ typed, url }: { typed: Typed; url: string }): ReactElement | null {
  const operation = readTyped(typed)
  if (!operation) return null
  const commands = [
    ['fiq', fiqCommand(operation)],
    ['curl', curlCommand(operation, url)],
  ] as const
  return (
    <>
      <h3>The same query elsewhere</h3>
      {commands.map(([name, command]) => (
        <div key={name} className="code command">
          <p>
            <span>{name}</span>
            <CopyButton text={command} />
          </p>
          <pre>
            <code>{command}</code>
          </pre>
        </div>
      ))}
    </>
  )
}

/** Copies a text, and confirms it for a moment. */
function CopyButton({ text }: { text: string }): ReactElement {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 1_500)
  }
  return (
    <button type="button" className="btn sm" onClick={copy}>
      {copied ? 'Copied' : 'Copy'}
    </button>
  )
}

/** The same query as a command, quoted for a POSIX shell. */
export function fiqCommand({ query, variables, operationName }: Operation): string {
  const words = [
    'fiq query',
    shellWord(stripIgnoredCharacters(query)),
    ...Object.entries(variables).map(
      ([name, value]) => `--var ${shellWord(`${name}=${shown(value)}`)}`,
    ),
    ...(operationName ? [`--operation ${shellWord(operationName)}`] : []),
  ]
  return words.join(' ')
}

/** The same request with curl. It answers 402 with the price until it is paid. */
export function curlCommand(operation: Operation, url: string): string {
  const body = { ...operation, query: stripIgnoredCharacters(operation.query) }
  return `curl -i ${shellWord(url)} -H 'content-type: application/json' -d ${shellWord(JSON.stringify(body))}`
}

/** A value for `--var`: a text that would be read as JSON is quoted as JSON. */
function shown(value: unknown): string {
  return typeof value === 'string' && jsonOf(value) === undefined ? value : JSON.stringify(value)
}

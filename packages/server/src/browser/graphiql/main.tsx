import { defined } from '@fiq/shared/defined'
import './workers.ts'
import { useMonaco } from '@graphiql/react'
import type { FetcherParams } from '@graphiql/toolkit'
import { GraphiQL } from 'graphiql'
import { type ReactElement, useEffect, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { ApprovalDialog } from '../paying/approval-dialog.tsx'
import { errorText } from '../paying/error-text.ts'
import { queryAndPay } from '../paying/query-and-pay.ts'
import { createPayingSession, type PayingSession } from '../paying/session.ts'
import { AnswerGuide } from './answer-guide.tsx'
import { PriceBadge, pricePlugin } from './price-pane.tsx'
import { spendingPlugin } from './spending-pane.tsx'

const example = `# Priced as you type.
query Quotes($tickers: [String!]!) {
  quotes(tickers: $tickers) {
    ticker
    price
    change
    changePercent
    volume
  }
}
`
const exampleVariables = '{ "tickers": ["AAPL", "MSFT", "^GSPC"] }'

/**
 * The initial text of the editors: the query in the address (`/graphiql#query=…&variables=…`), else
 * the last one, else the example.
 */
function firstQuery(page: Window): { initialQuery?: string; initialVariables?: string } {
  const fields = new URLSearchParams(page.location.hash.slice(1))
  const query = fields.get('query')
  if (query !== null)
    return { initialQuery: query, initialVariables: fields.get('variables') ?? '' }
  if (page.localStorage.getItem('graphiql:query') !== null) return {}
  return { initialQuery: example, initialVariables: exampleVariables }
}

const wide = { visiblePlugin: 'Price', defaultEditorToolsVisibility: 'variables' } as const
/** On a narrow screen the pane and the variables start closed, to leave space for the query. */
const narrow = { defaultEditorToolsVisibility: false } as const

function isNarrow(page: Window): boolean {
  return page.matchMedia('(max-width: 700px)').matches
}

function Page({ session }: { session: PayingSession }): ReactElement {
  const plugins = useMemo(() => [pricePlugin(session), spendingPlugin(session)], [session])
  const fetcher = useMemo(() => fetcherOf(session), [session])
  useEffect(listTabs, [])
  useEditorFont()
  return (
    <>
      <h1 className="unseen" id="content" tabIndex={-1}>
        Write a query, see its price
      </h1>
      <GraphiQL
        schema={session.contract.schema}
        fetcher={fetcher}
        plugins={plugins}
        {...(isNarrow(window) ? narrow : wide)}
        isHeadersEditorEnabled={false}
        {...firstQuery(window)}
      >
        <GraphiQL.Toolbar>
          {({ prettify, copy }) => (
            <>
              {prettify}
              {copy}
              <PriceBadge session={session} />
            </>
          )}
        </GraphiQL.Toolbar>
        <GraphiQL.Footer>
          <AnswerGuide session={session} />
        </GraphiQL.Footer>
      </GraphiQL>
      <ApprovalDialog {...session} />
    </>
  )
}

/**
 * Gives the editors the font of code on all pages. Monaco takes fonts as an option, because it
 * computes the position of the cursor from the widths of characters.
 */
function useEditorFont(): void {
  const monaco = useMonaco((state) => state.monaco)
  useEffect(() => {
    if (!monaco) return undefined
    const { editor } = monaco
    const fontFamily = getComputedStyle(document.documentElement).getPropertyValue('--mono').trim()
    for (const each of editor.getEditors()) each.updateOptions({ fontFamily })
    const created = editor.onDidCreateEditor((each) => each.updateOptions({ fontFamily }))
    void document.fonts.load(`15px ${fontFamily}`).then(() => editor.remeasureFonts())
    return () => created.dispose()
  }, [monaco])
}

/**
 * Makes the tabs a list of buttons. GraphiQL declares each as a tab that contains two buttons, which
 * screen readers cannot reach within a tab.
 *
 * @returns A function that stops it.
 */
function listTabs(): () => void {
  const rename = () => {
    const list = document.querySelector('.graphiql-tabs')
    if (!list) return
    if (list !== observed) {
      observed = list
      changes.disconnect()
      changes.observe(list, { subtree: true, childList: true, attributeFilter: ['class'] })
    }
    list.setAttribute('role', 'list')
    for (const tab of list.querySelectorAll('.graphiql-tab')) {
      tab.removeAttribute('role')
      tab.removeAttribute('aria-selected')
      const isCurrent = tab.classList.contains('graphiql-tab-active')
      tab.querySelector('.graphiql-tab-button')?.setAttribute('aria-current', String(isCurrent))
    }
  }
  let observed: Element | undefined
  const changes = new MutationObserver(rename)
  // The tabs appear after the first drawing.
  changes.observe(document.body, { subtree: true, childList: true })
  rename()
  return () => changes.disconnect()
}

/** GraphiQL's fetcher. Turns a thrown error into a GraphQL response with that error. */
function fetcherOf(session: PayingSession) {
  return async ({ query, variables, operationName }: FetcherParams) => {
    const operation = {
      query,
      variables: (variables ?? {}) as Record<string, unknown>,
      ...defined({ operationName: operationName || undefined }),
    }
    try {
      const { body } = await queryAndPay(operation, session.ports, session.apiKey() || undefined)
      return body as { data: unknown }
    } catch (thrown) {
      return { errors: [{ message: errorText(thrown) }] }
    }
  }
}

const place = document.getElementById('graphiql')
if (place) {
  const root = createRoot(place)
  createPayingSession(window).then(
    (session) => root.render(<Page session={session} />),
    (thrown: unknown) => root.render(<p role="alert">This page cannot start: {String(thrown)}</p>),
  )
}

import { type ReactElement, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { SessionShape } from '../../http/admin/shapes.ts'
import { mark } from '../../http/layout/mark.ts'
import { Actions } from './actions.tsx'
import { createApi, Refused } from './api.ts'
import { DeskContext } from './live.tsx'
import { Organisations } from './organisations.tsx'
import { Overview } from './overview.tsx'
import { Payments } from './payments.tsx'
import { SignIn } from './sign-in.tsx'
import { System } from './system.tsx'

/** Parts of the page, by URL fragment. */
const parts: readonly {
  path: string
  title: string
  draw(query: URLSearchParams): ReactElement
}[] = [
  { path: '', title: 'Overview', draw: () => <Overview /> },
  { path: 'payments', title: 'Payments', draw: (query) => <Payments query={query} /> },
  {
    path: 'organisations',
    title: 'Organisations',
    draw: (query) => <Organisations query={query} />,
  },
  { path: 'system', title: 'System', draw: () => <System /> },
  { path: 'log', title: 'Log', draw: (query) => <Actions query={query} /> },
]

/** The token of the session. Requests use it; it is not displayed. */
const held = { csrf: '' }
const api = createApi({ fetch: (path, init) => fetch(path, init), csrf: () => held.csrf })

/** The code of a sign-in link. The page removes it from the address and the history at once. */
function codeInAddress(page: Window): string {
  const code = /^#code=([\w-]+)$/.exec(page.location.hash)?.[1] ?? ''
  if (code !== '') page.history.replaceState(null, '', page.location.pathname)
  return code
}

function Page({ code }: { code: string }): ReactElement {
  const [session, setSession] = useState<SessionShape | null>()
  const [problem, setProblem] = useState('')
  const signedIn = useCallback((opened: SessionShape) => {
    held.csrf = opened.csrf
    setSession(opened)
  }, [])
  const signedOut = useCallback(() => setSession(null), [])
  useEffect(() => {
    api.read<SessionShape>('session').then(signedIn, (thrown: unknown) => {
      if (thrown instanceof Refused && thrown.isSignedOut) setSession(null)
      else setProblem((thrown as Error).message)
    })
  }, [signedIn])
  if (problem) return <Plain words={problem} />
  if (session === undefined) return <Plain words="Reading…" />
  if (session === null)
    return (
      <>
        <Head />
        <SignIn api={api} code={code} onSignedIn={signedIn} />
      </>
    )
  return <Desk session={session} signedOut={signedOut} />
}

function Plain({ words }: { words: string }): ReactElement {
  return (
    <>
      <Head />
      <main id="content" className="wrap">
        <h1>Operators</h1>
        <p role="status" className="problem">
          {words}
        </p>
      </main>
    </>
  )
}

function Desk(props: { session: SessionShape; signedOut(): void }): ReactElement {
  const { session, signedOut } = props
  const place = usePlace()
  const [path = '', search] = place.replace(/^#\/?/, '').split('?', 2)
  const query = useMemo(() => new URLSearchParams(search), [search])
  const part = parts.find((each) => each.path === path) ?? parts[0]!
  const desk = useMemo(
    () => ({ api, operator: session.operator, signedOut }),
    [session.operator, signedOut],
  )
  const signOut = () => api.change('sign-out', {}).then(signedOut, signedOut)
  return (
    <DeskContext value={desk}>
      <Head>
        <nav className="nav" aria-label="Parts">
          {parts.map((each) => (
            <a
              key={each.path}
              href={`#/${each.path}`}
              aria-current={each === part ? 'page' : undefined}
            >
              {each.title}
            </a>
          ))}
        </nav>
        <span className="end small muted">
          {session.operator}
          <button type="button" className="btn sm" onClick={signOut}>
            Sign out
          </button>
        </span>
      </Head>
      <main id="content" className="wrap" tabIndex={-1}>
        {part.draw(query)}
      </main>
    </DeskContext>
  )
}

/** The header, with the same mark as on the other pages. */
function Head({ children }: { children?: ReactNode }): ReactElement {
  return (
    <header className="head">
      <div className="wrap">
        <a className="mark" href="/admin">
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
          <span dangerouslySetInnerHTML={{ __html: mark }} /> fiq{' '}
          <span className="muted">admin</span>
        </a>
        {children}
      </div>
    </header>
  )
}

function usePlace(): string {
  const [place, setPlace] = useState(window.location.hash)
  useEffect(() => {
    const changed = () => setPlace(window.location.hash)
    window.addEventListener('hashchange', changed)
    return () => window.removeEventListener('hashchange', changed)
  }, [])
  return place
}

const element = document.getElementById('admin')
if (element) createRoot(element).render(<Page code={codeInAddress(window)} />)

import { type FormEvent, type ReactElement, useState } from 'react'
import type { SessionShape } from '../../http/admin/shapes.ts'
import type { Api } from './api.ts'
import { faultOf } from './words.ts'

/** Signs in with a code, typed or from a link. */
export function SignIn(props: {
  api: Api
  code: string
  onSignedIn(session: SessionShape): void
}): ReactElement {
  const { api, code, onSignedIn } = props
  const [problem, setProblem] = useState('')
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('code') ?? '').trim()
    try {
      onSignedIn(await api.change<SessionShape>('sign-in', { code: typed }))
    } catch (thrown) {
      setProblem((thrown as Error).message)
    }
  }
  return (
    <main id="content" className="wrap">
      <section className="panel one">
        <header>
          <h1>Operators</h1>
        </header>
        <form className="in stack" onSubmit={submit}>
          <p className="muted">
            A sign-in code is valid once, for ten minutes. Get one on the server:
          </p>
          <div className="code">
            <pre>fiq-server operators link NAME</pre>
          </div>
          <label className="field">
            Sign-in code
            <input
              className="input"
              name="code"
              required
              defaultValue={code}
              type="password"
              autoComplete="off"
              spellCheck={false}
              {...faultOf(problem, 'sign-in-problem')}
            />
          </label>
          <button type="submit" className="btn main">
            Sign in
          </button>
          {problem && (
            <p role="alert" id="sign-in-problem">
              {problem}
            </p>
          )}
        </form>
      </section>
    </main>
  )
}

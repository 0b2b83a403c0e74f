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
    <main id="content" className="wide sign-in">
      <h1>Operators</h1>
      <p>
        A sign-in code is good once, for ten minutes. Get one on the server:{' '}
        <code>fiq-server operators link NAME</code>
      </p>
      <form onSubmit={submit}>
        <label className="field">
          Sign-in code
          <input
            className="input"
            {...{ name: 'code', required: true, defaultValue: code }}
            {...{ type: 'password', autoComplete: 'off', spellCheck: false }}
            {...faultOf(problem, 'sign-in-problem')}
          />
        </label>
        <button type="submit" className="btn main">
          Sign in
        </button>
      </form>
      {problem && (
        <p role="alert" id="sign-in-problem">
          {problem}
        </p>
      )}
    </main>
  )
}

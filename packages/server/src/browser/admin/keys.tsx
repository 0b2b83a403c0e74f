import { defined } from '@fiq/shared/defined'
import { type FormEvent, type ReactElement, useState } from 'react'
import type { KeyShape, NewKeyShape, OrganisationDetailShape } from '../../http/admin/shapes.ts'
import { clockText } from '../../http/layout/count-words.ts'
import { Confirm } from './confirm.tsx'
import { FileLink } from './file-link.tsx'
import { useDesk } from './live.tsx'
import { faultOf } from './words.ts'

/** The keys of an organisation: create (the key is shown once) and revoke. */
export function Keys(props: {
  organisation: OrganisationDetailShape
  onChanged(): void
}): ReactElement {
  const { organisation, onChanged } = props
  const { api } = useDesk()
  const at = `organisations/${organisation.id}/keys`
  const [made, setMade] = useState<NewKeyShape>()
  const [problem, setProblem] = useState('')
  const [leaving, setLeaving] = useState<KeyShape>()
  const make = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const { name, days } = Object.fromEntries(new FormData(form))
    try {
      setMade(await api.change(at, { name, ...defined({ days: Number(days) || undefined }) }))
      setProblem('')
      form.reset()
      onChanged()
    } catch (thrown) {
      setProblem((thrown as Error).message)
    }
  }
  return (
    <>
      <div className="top">
        <h3>Keys</h3>
        <FileLink table="keys" query={`organisation=${organisation.id}`} />
      </div>
      <form className="search" onSubmit={make} aria-label="New key">
        <label>
          Name of the key
          <input
            className="input"
            name="name"
            required
            maxLength={100}
            {...faultOf(problem, 'key-problem')}
          />
        </label>
        <label>
          Days it lives
          <input
            className="input"
            name="days"
            type="number"
            min={1}
            max={3_650}
            placeholder="no expiry"
          />
        </label>
        <button type="submit" className="btn">
          New key
        </button>
      </form>
      {problem && (
        <p role="alert" id="key-problem">
          {problem}
        </p>
      )}
      {made && (
        <p role="status" className="made">
          The key, shown this once: <code>{made.key}</code>
        </p>
      )}
      {organisation.keys.length === 0 && <p className="empty">No keys yet.</p>}
      <KeyTable keys={organisation.keys} onRevoke={setLeaving} />
      {leaving && (
        <Confirm
          title={`Revoke the key ${leaving.prefix}…?`}
          yes="Revoke"
          onYes={async () => {
            await api.change(`${at}/revoke`, { key: leaving.id })
            onChanged()
          }}
          onClose={() => setLeaving(undefined)}
        >
          <p>Its users are refused from now on. This cannot be undone.</p>
        </Confirm>
      )}
    </>
  )
}

function KeyTable(props: {
  keys: readonly KeyShape[]
  onRevoke(key: KeyShape): void
}): ReactElement {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
    <section className="scroll tall" tabIndex={0} aria-label="Keys">
      <table>
        <tbody>
          {props.keys.toReversed().map((key) => (
            <tr key={key.id}>
              <th scope="row">{key.name}</th>
              <td>
                <code>{key.prefix}…</code>
              </td>
              <td>{stateOf(key)}</td>
              <td>
                {key.active && (
                  <button type="button" className="btn" onClick={() => props.onRevoke(key)}>
                    Revoke
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function stateOf({ active, expiresAt, revokedAt }: KeyShape): string {
  if (revokedAt) return `revoked ${clockText(revokedAt)}`
  if (!active) return 'expired'
  return expiresAt ? `active until ${clockText(expiresAt)}` : 'active'
}

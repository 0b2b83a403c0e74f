import { type FormEvent, type ReactElement, useState } from 'react'
import type { OrganisationDetailShape, PlanShape } from '../../http/admin/shapes.ts'
import { clockText, counted, grouped } from '../../http/layout/count-words.ts'
import { Chart } from './chart.tsx'
import { Confirm } from './confirm.tsx'
import { FileLink } from './file-link.tsx'
import { Keys } from './keys.tsx'
import { Freshness, useDesk, useLive } from './live.tsx'

/** A change that needs confirmation. `body` is sent to `path`. */
type Wish = { title: string; words: string; yes: string; path: string; body: object }

/** One organisation: its credits, its keys and its ledger. */
export function Organisation(props: {
  id: string
  plans: readonly PlanShape[]
  onChanged(): void
}): ReactElement {
  const { id, plans, onChanged } = props
  const { api } = useDesk()
  const at = `organisations/${id}`
  const live = useLive<OrganisationDetailShape>(at)
  const { value } = live
  const [wish, setWish] = useState<Wish>()
  const changed = () => {
    live.reload()
    onChanged()
  }
  return (
    <section className="card detail" aria-label="Organisation">
      <div className="top">
        <h2>{value?.name ?? 'Organisation'}</h2>
        <a className="btn" href="#/organisations">
          Close
        </a>
      </div>
      <Freshness live={live} />
      {value && (
        <>
          <p>
            {grouped(value.prepaid)} prepaid credits, {grouped(value.allotment)} left of this
            month’s allotment. Plan: {value.plan}.
          </p>
          <Grant
            name={value.name}
            onWish={(credits, reason) => setWish(grantOf(at, value.name, credits, reason))}
          />
          <PlanChoice
            value={value}
            plans={plans}
            onWish={(plan) => setWish(planOf(at, value, plan))}
          />
          <Keys organisation={value} onChanged={changed} />
          <Usage usage={value.usage} />
          <Ledger {...value} />
        </>
      )}
      {wish && (
        <Confirm
          title={wish.title}
          yes={wish.yes}
          onYes={async () => {
            await api.change(wish.path, wish.body)
            changed()
          }}
          onClose={() => setWish(undefined)}
        >
          <p>{wish.words}</p>
        </Confirm>
      )}
    </section>
  )
}

/** The request id is created once, so that a repeated request grants once. */
function grantOf(at: string, name: string, credits: number, reason: string): Wish {
  return {
    title: `Grant ${grouped(credits)} credits?`,
    words: `${name} gets ${grouped(credits)} prepaid credits, and its ledger and the log record the reason “${reason}”.`,
    yes: 'Grant',
    path: `${at}/credits`,
    body: { credits, reason, request: crypto.randomUUID() },
  }
}

function planOf(
  at: string,
  { name, plan: before }: { name: string; plan: string },
  plan: string,
): Wish {
  return {
    title: `Move ${name} to ${plan}?`,
    words: `It is on ${before}. The rest of this month’s allotment expires, and the allotment of ${plan} starts with the next query.`,
    yes: 'Change the plan',
    path: `${at}/plan`,
    body: { plan },
  }
}

function Grant(props: {
  name: string
  onWish(credits: number, reason: string): void
}): ReactElement {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { credits, reason } = Object.fromEntries(new FormData(event.currentTarget))
    props.onWish(Number(credits), String(reason))
  }
  return (
    <form className="search" onSubmit={submit} aria-label="Grant credits">
      <label>
        Credits
        <input
          className="input"
          name="credits"
          type="number"
          min={1}
          max={1_000_000_000}
          step={1}
          required
        />
      </label>
      <label>
        Reason
        <input className="input" name="reason" required maxLength={200} />
      </label>
      <button type="submit" className="btn">
        Grant credits
      </button>
    </form>
  )
}

function PlanChoice(props: {
  value: OrganisationDetailShape
  plans: readonly PlanShape[]
  onWish(plan: string): void
}): ReactElement {
  const { value, plans, onWish } = props
  return (
    <form className="search" aria-label="Plan">
      <label>
        Plan
        <select
          className="input"
          value={value.plan}
          onChange={({ target }) => onWish(target.value)}
        >
          {plans.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
    </form>
  )
}

function Usage({ usage }: Pick<OrganisationDetailShape, 'usage'>): ReactElement {
  if (usage.length === 0) return <p className="empty">Nothing was spent in the last 30 days.</p>
  return (
    <Chart
      title="Credits spent by day, days of use"
      unit="credits"
      times={usage.map(({ day }) => `${day}T00:00:00.000Z`)}
      values={usage.map(({ credits }) => credits)}
      texts={usage.map(
        ({ credits, operations }) =>
          `${grouped(credits)} in ${counted(operations, 'query', 'queries')}`,
      )}
    />
  )
}

function Ledger({ id, ledger }: Pick<OrganisationDetailShape, 'id' | 'ledger'>): ReactElement {
  return (
    <>
      <div className="top">
        <h3>Latest entries of the ledger</h3>
        <FileLink table="ledger" query={`organisation=${id}`} />
      </div>
      {ledger.length === 0 && <p className="empty">No credits have moved yet.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys */}
      <section className="scroll tall" tabIndex={0} aria-label="Ledger">
        <table>
          <tbody>
            {ledger.map(({ at, kind, credits, note }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries of one moment are alike
              <tr key={`${at}${place}`}>
                <td className="time">{clockText(at)}</td>
                <td>{kind}</td>
                <td className="num">{grouped(credits)}</td>
                <td>{note}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

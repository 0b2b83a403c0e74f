import { type FormEvent, type ReactElement, useState } from 'react'
import type { OrganisationsShape, PlanShape } from '../../surfaces/admin/shapes.ts'
import { Freshness, useDesk, useLive } from './live.tsx'
import { Organisation } from './organisation.tsx'
import { grouped, shortTime } from './words.ts'

/** Organisations with their plans and pools; one of them in detail; the plans there are. */
export function Organisations({ query }: { query: URLSearchParams }): ReactElement {
  const asked = new URLSearchParams(query)
  asked.delete('open')
  const live = useLive<OrganisationsShape>(`organisations?${asked}`)
  const { value } = live
  const open = query.get('open')
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('search') ?? '').trim()
    window.location.hash = `#/organisations?${new URLSearchParams({ search: text })}`
  }
  return (
    <>
      <h1>Organisations</h1>
      <form className="search" onSubmit={search} key={query.get('search') ?? ''}>
        <label>
          Name
          <input type="search" name="search" defaultValue={query.get('search') ?? ''} />
        </label>
        <button type="submit">Search</button>
      </form>
      <Freshness live={live} />
      {value && open && (
        <Organisation id={open} plans={value.plans} key={open} onChanged={live.reload} />
      )}
      {value && <List value={value} query={query} />}
      {value && <NewOrganisation plans={value.plans} onMade={live.reload} />}
      {value && <Plans plans={value.plans} />}
    </>
  )
}

function List({
  value,
  query,
}: {
  value: OrganisationsShape
  query: URLSearchParams
}): ReactElement {
  const { organisations, next } = value
  const link = (change: Record<string, string>) =>
    `#/organisations?${new URLSearchParams({ ...Object.fromEntries(query), ...change })}`
  if (organisations.length === 0)
    return <p className="empty">No organisations are found. Make one below, or search for less.</p>
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys */}
      <section className="scroll" tabIndex={0} aria-label="Organisations found">
        <table>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Plan</th>
              <th scope="col">Prepaid credits</th>
              <th scope="col">Left of the month</th>
              <th scope="col">Since</th>
            </tr>
          </thead>
          <tbody>
            {organisations.map(({ id, name, plan, prepaid, allotment, createdAt }) => (
              <tr key={id}>
                <th scope="row">
                  <a className="clip" href={link({ open: id })}>
                    {name}
                  </a>
                </th>
                <td>{plan}</td>
                <td className="number">{grouped(prepaid)}</td>
                <td className="number">{grouped(allotment)}</td>
                <td className="time">{shortTime(createdAt).slice(0, 10)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {next && <a href={link({ after: next })}>More</a>}
    </>
  )
}

function NewOrganisation(props: { plans: readonly PlanShape[]; onMade(): void }): ReactElement {
  const { api } = useDesk()
  const [said, setSaid] = useState('')
  const make = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const { name, plan } = Object.fromEntries(new FormData(form))
    try {
      await api.change('organisations', { name, plan })
      form.reset()
      setSaid(`${String(name)} is made.`)
      props.onMade()
    } catch (thrown) {
      setSaid((thrown as Error).message)
    }
  }
  return (
    <>
      <h2>New organisation</h2>
      <form className="search" onSubmit={make}>
        <label>
          Its name
          <input name="name" required maxLength={100} />
        </label>
        <label>
          Plan
          <select name="plan">
            {props.plans.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <button type="submit">Make</button>
      </form>
      <p role="status">{said}</p>
    </>
  )
}

function Plans({ plans }: { plans: readonly PlanShape[] }): ReactElement {
  return (
    <>
      <h2>Plans</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys */}
      <section className="scroll" tabIndex={0} aria-label="Plans">
        <table>
          <thead>
            <tr>
              <th scope="col">Plan</th>
              <th scope="col">Credits a month</th>
              <th scope="col">Requests a minute</th>
              <th scope="col">Areas</th>
            </tr>
          </thead>
          <tbody>
            {plans.map(({ name, creditsPerMonth, requestsPerMinute, areas }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="number">{grouped(creditsPerMonth)}</td>
                <td className="number">
                  {requestsPerMinute === 'default' ? 'as set' : grouped(requestsPerMinute)}
                </td>
                <td>{areas === 'all' ? 'all' : areas.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

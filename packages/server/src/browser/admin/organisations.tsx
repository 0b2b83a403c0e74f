import { type FormEvent, type ReactElement, useState } from 'react'
import type { OrganisationsShape, PlanShape } from '../../http/admin/shapes.ts'
import { clockText, grouped } from '../../http/layout/count-words.ts'
import { Table } from '../table.tsx'
import { FileLink } from './file-link.tsx'
import { Freshness, useDesk, useLive } from './live.tsx'
import { Organisation } from './organisation.tsx'

/** Organisations with plans and credits, one of them in detail, and all plans. */
export function Organisations({ query }: { query: URLSearchParams }): ReactElement {
  const shown = new URLSearchParams(query)
  shown.delete('open')
  const live = useLive<OrganisationsShape>(`organisations?${shown}`)
  const { value } = live
  const open = query.get('open')
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('search') ?? '').trim()
    window.location.hash = `#/organisations?${new URLSearchParams({ search: text })}`
  }
  return (
    <>
      <div className="top">
        <h1>Organisations</h1>
        <FileLink
          table="organisations"
          query={new URLSearchParams({ search: query.get('search') ?? '' }).toString()}
        />
      </div>
      <Freshness live={live} />
      <form className="search" onSubmit={search} key={query.get('search') ?? ''}>
        <label>
          Name
          <input
            className="input"
            type="search"
            name="search"
            defaultValue={query.get('search') ?? ''}
          />
        </label>
        <button type="submit" className="btn">
          Search
        </button>
      </form>
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
    return <p className="empty">No organisation is found. Create one below, or clear the search.</p>
  return (
    <>
      <Table
        label="Organisations found"
        className="entries"
        columns={[
          { name: 'Name', holds: 'heads' },
          'Plan',
          { name: 'Prepaid credits', holds: 'numbers', unit: 'prepaid credits' },
          { name: 'Left this month', holds: 'numbers', unit: 'left this month' },
          { name: 'Since', word: 'since' },
        ]}
        rows={organisations.map(({ id, name, plan, prepaid, allotment, createdAt }) => ({
          key: id,
          cells: [
            <a key={id} className="clip" href={link({ open: id })}>
              {name}
            </a>,
            ...[plan, grouped(prepaid), grouped(allotment), clockText(createdAt).slice(0, 10)],
          ],
        }))}
      />
      {next && <a href={link({ after: next })}>More</a>}
    </>
  )
}

function NewOrganisation(props: { plans: readonly PlanShape[]; onMade(): void }): ReactElement {
  const { api } = useDesk()
  const [message, setMessage] = useState('')
  const make = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const { name, plan } = Object.fromEntries(new FormData(form))
    try {
      await api.change('organisations', { name, plan })
      form.reset()
      setMessage(`${String(name)} is created.`)
      props.onMade()
    } catch (thrown) {
      setMessage((thrown as Error).message)
    }
  }
  return (
    <>
      <h2>New organisation</h2>
      <form className="search" onSubmit={make}>
        <label>
          Its name
          <input className="input" name="name" required maxLength={100} />
        </label>
        <label>
          Plan
          <select className="input" name="plan">
            {props.plans.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <button type="submit" className="btn">
          Create
        </button>
      </form>
      <p role="status">{message}</p>
    </>
  )
}

function Plans({ plans }: { plans: readonly PlanShape[] }): ReactElement {
  return (
    <>
      <div className="top">
        <h2>Plans</h2>
        <FileLink table="plans" />
      </div>
      <Table
        label="Plans"
        className="entries"
        columns={[
          { name: 'Plan', holds: 'heads' },
          { name: 'Credits a month', holds: 'numbers', unit: 'credits a month' },
          { name: 'Requests a minute', holds: 'numbers', word: 'requests a minute:' },
          { name: 'Areas', word: 'areas:' },
        ]}
        rows={plans.map(({ name, creditsPerMonth, requestsPerMinute, areas }) => ({
          key: name,
          cells: [
            ...[name, grouped(creditsPerMonth)],
            requestsPerMinute === 'default' ? 'as set' : grouped(requestsPerMinute),
            areas === 'all' ? 'all' : areas.join(', '),
          ],
        }))}
      />
    </>
  )
}

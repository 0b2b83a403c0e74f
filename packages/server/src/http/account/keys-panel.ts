import { html } from 'hono/html'
import { counted } from '../layout/count-words.ts'
import { dataTable } from '../layout/data-table.ts'
import type { Markup } from '../layout/layout.ts'
import { type Account, type KeyUsage, utcText } from './account-data.ts'
import { spanName } from './account-words.ts'

/** The panel with the API keys of an account, and the form for a new one. */
export function keysPanel({ keys, days }: Account): Markup {
  const active = keys.filter((key) => key.isActive)
  const ended = keys.length - active.length
  return html`<section class="panel" aria-labelledby="keys">
    <header><h2 id="keys">Keys</h2></header>
    <div class="in stack" id="key-list" data-live>
      ${dataTable(keyColumns(days), active, { label: 'Keys', empty: 'No keys yet.' })}
      ${ended > 0 ? html`<p class="small muted">${counted(ended, 'key has', 'keys have')} ended.</p>` : ''}
    </div>
    <div class="in">
      <form class="row" method="dialog" data-change="/account/api/keys" data-shows="key" aria-label="New key">
        <label class="field"><span>Name</span
          ><input class="input" name="name" required maxlength="100" /></label>
        <label class="field"><span>Valid for, days</span
          ><input class="input" name="expiresInDays" type="number" min="1" max="3650" placeholder="no end" /></label>
        <button class="btn" type="submit">New key</button>
      </form>
      <p role="status" class="break" data-shown></p>
    </div>
    <footer>A key is shown once, when it is made. We keep its hash.</footer>
  </section>`
}

function keyColumns(days: number) {
  return [
    { name: 'Name', is: 'head' as const, value: ({ name }: KeyUsage) => name },
    {
      name: 'Begins with',
      value: ({ prefix }: KeyUsage) => prefix,
      show: ({ prefix }: KeyUsage) => html`<code>${prefix}…</code>`,
    },
    {
      name: 'May',
      word: 'May:',
      value: ({ parent }: KeyUsage) =>
        parent === undefined ? 'query, create and revoke keys' : 'query',
    },
    {
      name: 'Valid until',
      word: 'Valid until:',
      value: ({ expiresAt }: KeyUsage) =>
        expiresAt === undefined ? 'no end' : utcText(expiresAt).slice(0, 10),
    },
    {
      name: 'Last used',
      word: 'Last used:',
      value: ({ lastAt }: KeyUsage) =>
        lastAt === undefined ? 'not in this time' : utcText(lastAt).slice(0, 16),
    },
    {
      name: `Credits, ${spanName(days)}`,
      is: 'number' as const,
      unit: [`credit in ${spanName(days)}`, `credits in ${spanName(days)}`] as const,
      value: ({ credits }: KeyUsage) => credits,
    },
    {
      name: '',
      value: () => '',
      show: ({ id, name }: KeyUsage) =>
        html`<form method="dialog" data-change="/account/api/keys/revoke" data-asks="Revoke the key ${name}? Requests with it are then refused." data-yes="Revoke ${name}">
          <input type="hidden" name="key" value="${id}" /><button class="btn sm" type="submit">Revoke<span class="unseen"> ${name}</span></button>
        </form>`,
    },
  ]
}

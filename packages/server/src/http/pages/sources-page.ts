import { html } from 'hono/html'
import type { HttpAnswer } from '../http-answer.ts'
import { type Column, csvAnswer } from '../layout/data-table.ts'
import { layout, type Markup } from '../layout/layout.ts'
import type { SiteFacts } from './home-page.ts'
import { type SourceStatus, sourceStatus } from './source-status.ts'

const classes = [
  ['public', 'Public domain'],
  ['attribution', 'With attribution'],
  ['restricted', 'Needs an agreement'],
] as const

/**
 * `/sources`: every source with its state, the age of its data and its licence. A script filters
 * the list.
 */
export function sourcesPage(facts: SiteFacts, style: string): Markup {
  // Those that answer come first: a reader looks for what there is.
  const rank = ({ state }: SourceStatus) => (state === 'off' ? 1 : 0)
  const all = sourceStatus(facts).toSorted((one, other) => rank(one) - rank(other))
  const isSandbox = facts.dataMode === 'sandbox'
  const countOf = (kind: string) =>
    all.filter(({ upstream }) => upstream.licence.class === kind).length
  return layout({
    title: 'Sources: fiq',
    facts,
    style,
    current: 'Sources',
    isWide: true,
    scripts: ['sources.js'],
    content: html`<div class="title">
        <div>
          <h1>Sources</h1>
          <p>
            Where values come from, how old they may be, and what may be done with them.
            ${
              isSandbox
                ? 'The sandbox imitates each source in its own format.'
                : 'Sources that need an agreement are off until the operator has it.'
            }
          </p>
        </div>
        <div class="row"><a class="btn sm" href="/sources.csv" download>CSV</a></div>
      </div>
      <div class="row apart scripted">
        <div class="tools">
          <div class="search">
            <input class="input" type="search" data-filter="sources" aria-label="Filter sources" placeholder="Name, area, licence" />
            <kbd aria-hidden="true">/</kbd>
          </div>
          <div class="seg" role="radiogroup" aria-label="Licence" data-kind>
            <label><input type="radio" name="licence" value="" checked />All</label>
            ${classes.map(
              ([value, name]) =>
                html`<label><input type="radio" name="licence" value="${value}" />${name} ${countOf(value)}</label>`,
            )}
          </div>
        </div>
        <span class="count small muted" data-count aria-live="polite">${all.length} of ${all.length}</span>
      </div>
      <div class="cols">
        <table id="sources" class="entries">
          <caption class="unseen">Sources of this server</caption>
          <thead>
            <tr>
              <th scope="col">Source</th>
              <th scope="col">State</th>
              <th scope="col">Answers</th>
              <th scope="col">Age of its data</th>
              <th scope="col">Licence</th>
            </tr>
          </thead>
          <tbody>${all.map(sourceRow)}</tbody>
        </table>
        <p class="muted" data-none hidden>No source fits. Clear the filter to see all.</p>
      </div>`,
  })
}

const columns: readonly Column<SourceStatus>[] = [
  { name: 'Source', value: ({ upstream }) => upstream.name },
  { name: 'Address', value: ({ upstream }) => upstream.url },
  { name: 'State', value: ({ state }) => state },
  { name: 'About the state', value: ({ words }) => words },
  { name: 'Answers', value: ({ areas }) => areas.join(', ').replaceAll('-', ' ') },
  { name: 'Age of its data', value: ({ upstream }) => upstream.delay },
  { name: 'Licence class', value: ({ upstream }) => upstream.licence.class },
  { name: 'Licence', value: ({ upstream }) => upstream.licence.text },
]

/** `/sources.csv`: the table of the page as a file. */
export function sourcesFile(facts: SiteFacts): Promise<HttpAnswer> {
  return csvAnswer(columns, sourceStatus(facts), 'fiq-sources')
}

/** A setting may be broken after its equals sign, and nowhere within a name. */
function breakable(words: string): Markup {
  return html`${words.split('=').map((part, at) => (at === 0 ? part : html`=<wbr />${part}`))}`
}

const stateClasses = { on: '', failing: ' bad', off: ' off' } as const

function sourceRow({ upstream, areas, state, words }: SourceStatus): Markup {
  const { name, url, delay, licence } = upstream
  return html`<tr data-class="${licence.class}">
    <th scope="row"><a href="${url}" rel="noreferrer">${name}</a></th>
    <td><span class="tag${stateClasses[state]}">${state}</span>${state === 'failing' ? html` <small>${words}</small>` : ''}</td>
    <td data-word="Answers">${areas.join(', ').replaceAll('-', ' ')}</td>
    <td data-word="Age:">${delay}</td>
    <td>${licence.text}${state === 'off' ? html` <small>${breakable(words)}</small>` : ''}</td>
  </tr>`
}

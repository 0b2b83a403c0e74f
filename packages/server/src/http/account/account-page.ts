import { html, raw } from 'hono/html'
import { type SignInProvider, signInProviders } from '../../config/sign-in-providers.ts'
import { counted, grouped } from '../layout/count-words.ts'
import { dataTable, scrolled } from '../layout/data-table.ts'
import { layout, type Markup, type PageFacts } from '../layout/layout.ts'
import { barPlot, legend } from '../layout/plot.ts'
import {
  type Account,
  type AreaUsage,
  areaColumns,
  dayColumns,
  spans,
  usdcOf,
  utcText,
} from './account-data.ts'
import { csvLink, shortHex, spanName } from './account-words.ts'
import { keysPanel } from './keys-panel.ts'
import { topUpPanel } from './top-up-panel.ts'

type Frame = { facts: PageFacts; style: string }

/**
 * `/account` of a signed-in visitor.
 *
 * @param visitor - `by`: the provider of a user; `providers`: those of this server.
 */
export function accountPage(
  account: Account,
  visitor: {
    csrf: string
    by: SignInProvider | undefined
    providers: readonly SignInProvider[]
  },
  frame: Frame,
): Markup {
  const { csrf, by, providers } = visitor
  const { organisation, days, left } = account
  const { wallet } = organisation
  const provider = by ? signInProviders[by].title : 'an identity provider'
  const as = wallet ? html`the wallet <code>${shortHex(wallet)}</code>` : html`${provider}`
  return layout({
    ...frame,
    title: 'Account: fiq',
    scripts: ['account.js'],
    end: html`<a class="small nowrap" href="/account" aria-current="page">${grouped(left)} credits</a>`,
    content: html`<div data-csrf="${csrf}" data-organisation="${organisation.id}" id="account">
      <div class="title">
        <div>
          <h1>Account</h1>
          <p>Signed in with ${as}</p>
        </div>
        <nav class="seg" aria-label="Span">
          ${spans.map(
            ([span, words]) =>
              html`<a href="?days=${String(span)}" ${span === days ? raw('aria-current="page"') : ''}>${words}</a>`,
          )}
        </nav>
      </div>
      <p role="status" id="message" class="small"></p>
      <div class="two">
        <div class="stack">${figures(account)} ${byDay(account)} ${byArea(account)} ${keysPanel(account)}</div>
        <div class="stack">${topUpPanel()} ${boughtPanel(account)} ${signInPanel(wallet ? providers : [])}</div>
      </div>
    </div>`,
  })
}

function figures({ left, pending, used, operations, days, usage }: Account): Markup {
  // Exclude the days before the first use from the average.
  const first = usage.findIndex(({ credits }) => credits > 0)
  const rate = first < 0 ? 0 : used / (usage.length - first)
  const wait = pending > 0 ? `; ${grouped(pending)} more when their payment is final` : ''
  return html`<dl class="figures">
    <div>
      <dt>Credits left</dt>
      <dd>${grouped(left)}</dd>
      <dd>${usdcOf(left)} USDC at the price paid${wait}</dd>
    </div>
    <div>
      <dt>Used, ${spanName(days)}</dt>
      <dd>${grouped(used)}</dd>
      <dd>${usdcOf(used)} USDC, ${counted(operations, 'query', 'queries')}</dd>
    </div>
    <div>
      <dt>At this rate</dt>
      ${
        rate > 0
          ? html`<dd>${grouped(Math.floor(left / rate))} <small>days</small></dd>
              <dd>until the credits run out</dd>`
          : html`<dd>–</dd>
              <dd>nothing was used</dd>`
      }
    </div>
  </dl>`
}

function byDay({ usage, groups, used, days }: Account): Markup {
  const each = Math.max(1, Math.ceil(usage.length / 5))
  const plot = {
    label: `Credits used by day, ${grouped(used)} in ${spanName(days)}`,
    height: 200,
    steps: usage.length,
    ticks: usage.flatMap(({ day }, step) =>
      step % each === 0 ? [{ step, text: dayText(day) }] : [],
    ),
  }
  const columns = dayColumns(groups)
  const active = usage.filter(({ operations, credits }) => operations > 0 || credits !== 0)
  return html`<section class="panel" aria-labelledby="by-day">
    <header>
      <h2 id="by-day">Usage by day</h2>
      <div class="row">${active.length > 0 ? legend(groups, 'bar') : ''} ${csvLink(`/account/days.csv?days=${days}`, 'days')}</div>
    </header>
    <div class="in">
      ${
        active.length === 0
          ? html`<p class="muted">Nothing was used.</p>`
          : barPlot(
              plot,
              groups.map((_, place) => usage.map((row) => row.groups[place] ?? 0)),
            )
      }
      <details ${active.length === 0 ? 'hidden' : ''}>
        <summary class="small">The figures</summary>
        ${scrolled(
          'Days, as a table',
          dataTable(columns, active.toReversed(), { label: 'Days', empty: 'Nothing was used.' }),
        )}
      </details>
    </div>
  </section>`
}

function byArea({ areas, days, used }: Account): Markup {
  const columns = [
    {
      ...areaColumns[0]!,
      show: ({ area, group }: AreaUsage) =>
        html`${area || 'not recorded'}<br /><small class="muted">${area ? group : 'before areas were recorded'}</small>`,
    },
    ...areaColumns.slice(2, 4),
    {
      ...areaColumns[4]!,
      sum: (rows: readonly AreaUsage[]) =>
        usdcOf(rows.reduce((all, { credits }) => all + credits, 0)),
    },
    {
      name: 'Share',
      value: ({ credits }: AreaUsage) => (used === 0 ? 0 : credits / used),
      show: ({ credits }: AreaUsage) =>
        html`<svg class="share" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${(used > 0 ? Math.max(0, 100 * credits) / used : 0).toFixed(1)}" height="1" /></svg>`,
    },
  ]
  return html`<section class="panel" aria-labelledby="by-area">
    <header>
      <h2 id="by-area">Usage by area</h2>
      ${csvLink(`/account/areas.csv?days=${days}`, 'areas')}
    </header>
    <div class="in">
      ${dataTable(columns, areas, { label: 'Areas', empty: 'Nothing was used.' })}
    </div>
  </section>`
}

function boughtPanel({ bought, days }: Account): Markup {
  return html`<section class="panel" aria-labelledby="statement">
    <header>
      <h2 id="statement">Bought</h2>
      ${csvLink(`/account/statement.csv?days=${days}`, 'the statement')}
    </header>
    <div class="in">
      ${dataTable(
        [
          {
            name: 'Date',
            is: 'head',
            value: ({ createdAt }: Account['bought'][number]) => utcText(createdAt).slice(0, 10),
          },
          {
            name: 'Credits',
            is: 'number',
            unit: ['credit', 'credits'],
            value: ({ credits }) => credits,
          },
          { name: 'USDC', is: 'number', unit: 'USDC', value: ({ credits }) => usdcOf(credits) },
        ],
        bought,
        { label: 'Credits bought', empty: 'No credits were bought yet.' },
      )}
    </div>
    <footer>The file has every entry of ${spanName(days)}, queries too.</footer>
  </section>`
}

/**
 * @param providers - Identity providers of this server, whose accounts are others than this one.
 */
function signInPanel(providers: readonly SignInProvider[]): Markup {
  return html`<section class="panel" aria-labelledby="session">
    <header><h2 id="session">Sign-in</h2></header>
    <div class="in stack">
      <p class="small muted">Signing out ends the session of this browser. Keys and programs stay.</p>
      ${providers.map(
        (name) =>
          html`<p class="small muted">Signing in with ${signInProviders[name].title} opens another account, with its own keys and credits.</p>`,
      )}
      <form class="row" method="dialog" data-change="/account/api/sign-out">
        <button class="btn sm" type="submit">Sign out</button>
      </form>
    </div>
  </section>`
}

function dayText(day: string): string {
  const format = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  return new Date(day).toLocaleDateString('en-GB', format)
}

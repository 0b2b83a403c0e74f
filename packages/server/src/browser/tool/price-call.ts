import { toolNamed } from '@fiq/shared/catalog/catalog'
import type { Tool } from '@fiq/shared/catalog/tool'
import type { Contract } from '@fiq/shared/pricing/price-request'
import { schemaText, tariff } from '@fiq/shared/schema/contract'
import { buildSchema } from 'graphql'
import { graphiqlAddress } from '../../http/tool-page/graphiql-address.ts'
import { pageQuery } from '../../http/tool-page/page-query.ts'
import { snippetsOf } from '../../http/tool-page/snippets.ts'
import { readToolForm, type ToolVariables, tickersIn } from '../../http/tool-page/tool-form.ts'
import { payText, priceCall, priceTable } from '../../http/tool-page/tool-page.ts'

import { addTickers } from '../ticker-chips.ts'

export { removeTicker } from '../ticker-chips.ts'

const contract: Contract = { schema: buildSchema(schemaText), tariff }

/** The tool of the page with the variables of its form. */
export function callOf(place: HTMLElement): { tool: Tool; variables: ToolVariables } {
  const tool = toolNamed(place.dataset['tool'] ?? '')
  const form = place.querySelector('form')
  if (!tool || !form) throw new Error('This page names no tool.')
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string') fields.append(name, value)
  return { tool, variables: readToolForm(tool, fields) }
}

/** Shows the price of the edited call, and the same call for other clients. */
export function updateCall(place: HTMLElement): void {
  const { tool, variables } = callOf(place)
  const priced = priceCall(contract, tool, variables)
  // The markup escapes every text.
  place.querySelector('[data-price]')!.innerHTML = String(priceTable(priced))
  place.querySelector('[data-pay]')!.textContent = payText(priced)
  place.querySelector<HTMLAnchorElement>('[data-graphiql]')!.href = graphiqlAddress({
    query: pageQuery(tool),
    variables,
  })
  for (const { name, text } of snippetsOf(tool.name, variables, window.location.origin)) {
    const code = place.querySelector(`[data-snippet="${name}"]`)
    if (code) code.textContent = text
  }
}

/** Converts the typed tickers to chips. */
export function addTyped(form: HTMLFormElement): void {
  addTickers(form, tickersIn)
}

import type { Contract } from '@fiq/shared/pricing/price-request'
import { schemaText, tariff } from '@fiq/shared/schema/contract'
import { buildSchema } from 'graphql'
import {
  type BenchQuery,
  benchOperation,
  benchTickers,
  type PricedBench,
  priceBench,
} from '../../http/bench/bench-query.ts'
import { usdcText } from '../../http/charts/figures.ts'
import { graphiqlAddress } from '../../http/tool-page/graphiql-address.ts'
import { addTickers, tickersOf } from '../ticker-chips.ts'

export { hasLeftWords, removeTicker } from '../ticker-chips.ts'

const contract: Contract = { schema: buildSchema(schemaText), tariff }

/** The query that the form contains. */
export function benchQueryOf(form: HTMLFormElement): BenchQuery {
  const checked = boxesOf(form).filter((box) => box.checked)
  return { tickers: tickersOf(form), lines: checked.map(({ value }) => value) }
}

/**
 * Shows the price of the edited query beside its parts, computed with the server's pricing code.
 */
export function updatePrice(form: HTMLFormElement): void {
  const query = benchQueryOf(form)
  const priced = priceBench(contract, query, offeredIn(form))
  for (const line of priced.lines) {
    const row = boxesOf(form)
      .find(({ value }) => value === line.name)
      ?.closest('tr')
    row?.classList.toggle('without', !line.isChosen)
    write(row, '[data-times]', String(line.times))
    write(row, '[data-usdc]', usdcText(line.amount))
  }
  writeSum(form, priced)
  const graphiql = form.querySelector<HTMLAnchorElement>('[data-graphiql]')
  if (graphiql) graphiql.href = graphiqlAddress(benchOperation(query))
  // Keeps the bought answer on the page.
  write(
    form.closest('section'),
    '[data-state]',
    'The query has changed: this is the answer to the earlier one.',
  )
}

function writeSum(form: HTMLFormElement, { price, rest }: PricedBench): void {
  const amount = usdcText(price.amount)
  const row = form.querySelector<HTMLElement>('[data-rest]')
  if (row) row.hidden = rest.length === 0
  write(row, 'th', rest[0]?.label ?? 'minimum')
  write(row, '[data-usdc]', usdcText(rest[0]?.amount ?? 0n))
  write(form, '[data-credits]', `${price.credits} credits`)
  write(form, '[data-sum]', amount)
  write(form, '[data-pay]', `Pay ${amount} USDC`)
}

/** Converts the typed text to companies. @returns Whether there was one. */
export function addCompanies(form: HTMLFormElement): boolean {
  return addTickers(form, (text) => benchTickers([text]))
}

function boxesOf(form: HTMLFormElement): readonly HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>('input[name=line]')]
}

function offeredIn(form: HTMLFormElement): readonly string[] {
  return boxesOf(form).map(({ value }) => value)
}

function write(within: Element | null | undefined, selector: string, text: string): void {
  const found = within?.querySelector(selector)
  if (found) found.textContent = text
}

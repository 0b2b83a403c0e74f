import type { InputSchema, Tool } from '@fiq/shared/catalog/tool'
import type { Rate } from '@fiq/shared/pricing/tariff'
import { html, raw } from 'hono/html'
import type { Markup } from '../layout/layout.ts'
import { tickerChips } from '../layout/ticker-chips.ts'

/** Variables of a tool, as its form contains them. */
export type ToolVariables = Readonly<Record<string, unknown>>

/** An input of the form. Each member of `filter` is a separate input, named `filter.limit`. */
type Input = { name: string; schema: InputSchema; isRequired: boolean; value: unknown }

/** Maximum characters of a typed list. */
const textLengthMax = 2_000

function inputsOf({ inputSchema }: Tool, variables: ToolVariables): readonly Input[] {
  const { properties = {}, required = [] } = inputSchema
  return Object.entries(properties).flatMap(([name, schema]) => {
    const value = variables[name]
    if (schema.type !== 'object')
      return [{ name, schema, isRequired: required.includes(name), value }]
    const members = (value ?? {}) as ToolVariables
    return Object.entries(schema.properties ?? {}).map(([member, inner]) => ({
      name: `${name}.${member}`,
      schema: inner,
      isRequired: false,
      value: members[member],
    }))
  })
}

/**
 * Parses the submitted form. A value of the wrong type stays text, so that the refusal names it.
 * Empty inputs are omitted, and so is the ticker whose button was pressed.
 */
export function readToolForm(tool: Tool, fields: URLSearchParams): ToolVariables {
  const variables: Record<string, unknown> = {}
  for (const { name, schema } of inputsOf(tool, {})) {
    const value = readInput(schema, fields.getAll(name).slice(0, 200), fields.get('drop'))
    if (value === undefined) continue
    const [group = '', member] = name.split('.')
    if (member === undefined) variables[group] = value
    else variables[group] = { ...(variables[group] as object), [member]: value }
  }
  return variables
}

function readInput(
  { type }: InputSchema,
  texts: readonly string[],
  dropped: string | null,
): unknown {
  const text = texts.join(' ').trim().slice(0, textLengthMax)
  if (text === '') return undefined
  if (type === 'array') return tickersIn(text).filter((ticker) => ticker !== dropped)
  if (type !== 'integer' && type !== 'number') return text
  const value = Number(text)
  return Number.isFinite(value) ? value : text
}

/** The tickers in a text, in upper case, without duplicates. */
export function tickersIn(text: string): readonly string[] {
  return [
    ...new Set(
      text
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ]
}

/** The inputs of a tool, each with its effect on the price. */
export function toolFields(tool: Tool, variables: ToolVariables, rate: Rate | undefined): Markup {
  const inputs = inputsOf(tool, variables)
  const isMain = ({ name, isRequired, value, schema }: Input) =>
    isRequired || value !== undefined || (schema.enum !== undefined && !name.includes('.'))
  const [main, more] = [inputs.filter(isMain), inputs.filter((each) => !isMain(each))]
  return html`${main.map((each) => fieldOf(each, rate))}
  ${
    more.length > 0
      ? html`<details><summary>More inputs</summary><div class="stack">${more.map((each) => fieldOf(each, rate))}</div></details>`
      : ''
  }`
}

/** Maximum number of choices that are all visible, and of those in one row. */
const choicesMax = 11
const choicesInRow = 7

/** More choices than fit into a row have two rows of equal columns. */
function columnsClass(count: number): string {
  if (count <= choicesInRow) return ''
  return count > 8 ? ' six' : ' four'
}

function fieldOf(input: Input, rate: Rate | undefined): Markup {
  const { name, schema, isRequired, value } = input
  const { enum: choices } = schema
  const help = helpOf(input, rate)
  const id = `in-${name}`
  if (choices && choices.length <= choicesMax && choices.join('').length < 40)
    return html`<fieldset class="field" aria-describedby="${id}-help">
      <legend>${labelOf(name)}</legend>
      <div class="seg${columnsClass(choices.length)}">
        ${choices.map((choice) => {
          const isChosen = choice === (value ?? schema.default)
          return html`<label><input type="radio" name="${name}" value="${choice}" ${raw(isChosen ? 'checked' : '')} />${choiceWord(choice)}</label>`
        })}
      </div>
      <small id="${id}-help">${help}</small>
    </fieldset>`
  return html`<div class="field">
    <label for="${id}">${labelOf(name)}</label>
    ${choices ? selectOf(input, id) : schema.type === 'array' ? chipsOf(input, id) : textOf(input, id, isRequired)}
    <small id="${id}-help">${help}</small>
  </div>`
}

function selectOf({ name, schema, value }: Input, id: string): Markup {
  const chosen = value ?? schema.default
  const none = schema.default === undefined ? ['', ...schema.enum!] : schema.enum!
  return html`<select class="input" id="${id}" name="${name}" aria-describedby="${id}-help">
    ${none.map((each) => html`<option value="${each}" ${raw(each === chosen ? 'selected' : '')}>${choiceWord(each) || 'any'}</option>`)}
  </select>`
}

function chipsOf({ name, schema, value }: Input, id: string): Markup {
  const tickers = Array.isArray(value) ? value.map(String) : []
  const max = schema.maxItems ?? Number.POSITIVE_INFINITY
  return tickerChips({ id, name, addName: name, tickers, max, describedBy: `${id}-help` })
}

function textOf({ name, schema, value }: Input, id: string, isRequired: boolean): Markup {
  const isNumber = schema.type === 'integer' || schema.type === 'number'
  const attributes = [
    isNumber ? 'type="number"' : 'autocomplete="off" spellcheck="false"',
    schema.type === 'number' ? 'step="any"' : '',
    schema.minimum === undefined ? '' : `min="${schema.minimum}"`,
    schema.maximum === undefined ? '' : `max="${schema.maximum}"`,
    `maxlength="${schema.maxLength ?? 200}"`,
    isRequired ? 'required' : '',
  ]
  return html`<input class="input" id="${id}" name="${name}" value="${String(value ?? '')}" placeholder="${String(schema.default ?? '')}" aria-describedby="${id}-help" ${raw(attributes.join(' '))} />`
}

/** @example choiceWord('DAY_GAINERS') // 'Day gainers' */
function choiceWord(choice: string): string {
  if (!/^[A-Z]+(_[A-Z]+)+$/.test(choice)) return choice
  const words = choice.replaceAll('_', ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** @example labelOf('filter.minPrice') // 'Min price' */
function labelOf(name: string): string {
  const words = name
    .split('.')
    .at(-1)!
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function helpOf({ name, schema }: Input, rate: Rate | undefined): string {
  const { description = '', minimum, maximum } = schema
  const range = minimum !== undefined && maximum !== undefined ? ` (${minimum} to ${maximum})` : ''
  return [`${description}${range}.`, priceHelp(name, rate)].filter(Boolean).join(' ')
}

function priceHelp(name: string, rate: Rate | undefined): string {
  if (!rate) return ''
  const { credits, timesOf, pagesOf, factors } = rate
  const price = `${credits} more ${credits === 1 ? 'credit' : 'credits'}`
  if (name === timesOf) return `Each is ${price}.`
  if (name === pagesOf) return `Each 20 are ${price}.`
  if (factors?.arguments.includes(name)) return 'Long histories of short bars cost more.'
  return ''
}

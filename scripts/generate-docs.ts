import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { catalog } from '@fiq/shared/catalog/catalog'
import type { InputSchema, Tool } from '@fiq/shared/catalog/tool'
import { toolCommand } from '@fiq/shared/catalog/tool-command'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { barsPerCredit } from '@fiq/shared/pricing/bar-factors'
import { type Contract, prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import {
  amountMax,
  amountMin,
  atomicPerCredit,
  creditsMax,
  type Factors,
  pageSize,
  type Rate,
} from '@fiq/shared/pricing/tariff'
import { schemaText, tariff } from '@fiq/shared/schema/contract'
import { buildSchema } from 'graphql'
import { commandNames } from '../packages/cli/src/commands/declarations.ts'
import { settings } from '../packages/server/src/config/settings.ts'
import { connectors } from '../packages/server/src/connectors/connectors.ts'
import { boundsPage } from './bounds-page.ts'
import { areaSections, dataFields, unprovenSection } from './data-fields.ts'
import { errorsPage } from './errors-page.ts'
import { layersDrawing } from './layers-drawing.ts'
import { page, table } from './markdown.ts'
import { sourceVariables } from './source-variables.ts'

/** Reference pages by path below `docs/`, generated from the tables that the program reads. */
export async function referencePages(): Promise<Readonly<Record<string, string>>> {
  return {
    'errors.md': errorsPage(),
    'tools.md': toolsPage(),
    'tariff.md': tariffPage(),
    'bounds.md': boundsPage(),
    'sources.md': sourcesPage(),
    'data/fields.md': await fieldsPage(),
    'server-settings.md': settingsPage(),
  }
}

export const docsFolder = new URL('../docs/', import.meta.url)

/** Pages written by hand that contain the drawing of the layers, by path below `docs/`. */
const drawnPages = ['../CONTRIBUTING.md', 'architecture.md']

/** These pages with the current drawing. */
export function drawnLayers(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    drawnPages.map((name) => [
      name,
      readFileSync(new URL(name, docsFolder), 'utf8').replace(
        /(?<=<!-- layers -->\n)[\s\S]*?(?=\n<!-- \/layers -->)/,
        layersDrawing,
      ),
    ]),
  )
}

/** The manifest of the client. npm installs only the manual pages that it lists. */
function clientManifest(): Readonly<Record<string, string>> {
  const name = '../packages/cli/package.json'
  const pages = ['fiq', ...commandNames.map((command) => `fiq-${command}`)]
  const lines = pages.map((manual) => `    "./dist/man/${manual}.1"`).sort()
  const text = readFileSync(new URL(name, docsFolder), 'utf8')
  return { [name]: text.replace(/(?<="man": \[\n)[^\]]*(?=\n)/, lines.join(',\n')) }
}

/** A comment for contributors, which the server leaves out. */
const origin = (what: string) => `<!-- Written by \`pnpm run generate\` from ${what}. -->\n\n`

function toolsPage(): string {
  const contract = { schema: buildSchema(schemaText), tariff }
  const sections = catalog.map((tool) => {
    return [
      `## ${tool.name}\n\n${tool.summary}. Category: ${tool.category}. ${costOf(tool, contract)}`,
      inputsOf(tool),
      `\`\`\`sh\ncurl -s localhost:4020/tools/${tool.name} -H 'content-type: application/json' \\\n  -d '${JSON.stringify(tool.variables)}'\n${toolCommand(tool.name, tool.variables)}\n\`\`\``,
    ].join('\n\n')
  })
  return page(
    'Tools',
    `${origin('the table in `packages/shared/src/catalog`')}Each of the sixteen tools is a named query. Call it with \`POST /tools/<name>\`, over MCP ([mcp.md](mcp.md)), with \`fiq tool <name>\`, or send its text to \`POST /api/graphql\`.`,
    sections,
  )
}

function costOf(tool: Tool, contract: Contract): string {
  const { price } = priceRequest(contract, prepareOperation(contract, tool.query), tool.variables)
  return `The example costs ${formatUsdc(price.amount)} USDC.`
}

function inputsOf({ inputSchema }: Tool): string {
  const rows = Object.entries(inputSchema.properties ?? {}).flatMap(([name, schema]) => [
    inputRow(name, schema, inputSchema.required?.includes(name) ?? false),
    ...Object.entries(schema.properties ?? {}).map(([inner, innerSchema]) =>
      inputRow(`${name}.${inner}`, innerSchema, false),
    ),
  ])
  return rows.length === 0
    ? 'No input.'
    : table(['input', 'type', 'required', 'bounds', 'default', 'meaning'], rows)
}

function inputRow(name: string, schema: InputSchema, required: boolean): string[] {
  const {
    type,
    items,
    minItems,
    maxItems,
    minimum,
    maximum,
    enum: values,
    default: value,
    description,
  } = schema
  const bounds = [
    values?.join(', '),
    range(minItems, maxItems, ' items'),
    range(minimum, maximum, ''),
  ]
    .filter(Boolean)
    .join('; ')
  return [
    `\`${name}\``,
    items ? `array of ${items.type}` : type,
    required ? 'yes' : '',
    bounds,
    value === undefined ? '' : `\`${String(value)}\``,
    description ?? '',
  ]
}

function range(low: number | undefined, high: number | undefined, unit: string): string {
  if (low === undefined && high === undefined) return ''
  return `${low === undefined ? 'at most ' : low}${low !== undefined && high !== undefined ? ' to ' : ''}${high ?? ' or more'}${unit}`
}

function tariffPage(): string {
  const rows = Object.entries(tariff.rates).map(([coordinate, rate]) => [
    `\`${coordinate}\``,
    String(rate.credits),
    unitOf(rate),
  ])
  return page(
    'Tariff',
    `${origin('the connectors')}The server has this table at \`GET /api/v1/tariff\`, free. A field without a rate is part of its parent's price; scalars, \`__typename\` and introspection are free.`,
    [
      `One credit is ${formatUsdc(atomicPerCredit)} USDC. A query costs at least ${formatUsdc(amountMin)} and at most ${formatUsdc(amountMax)} USDC. So every query of more than ${count(Number(amountMax / atomicPerCredit))} credits costs ${formatUsdc(amountMax)} USDC. The server refuses a query of more than ${count(creditsMax)} credits. A list argument multiplies the price of everything below it. A list with a limit counts in pages of ${pageSize} items. [bounds.md](bounds.md) lists the bounds of one operation.`,
      table(['field', 'credits', 'per'], rows),
      ...Object.entries(tariff.rates).flatMap(([coordinate, { factors }]) =>
        factors ? [factorsOf(coordinate, factors)] : [],
      ),
    ],
  )
}

function unitOf({ timesOf, pagesOf, factors }: Rate): string {
  const unit = timesOf ? `item of \`${timesOf}\`` : pagesOf ? `page of \`${pagesOf}\`` : 'call'
  if (!factors) return unit
  const [first, second] = factors.arguments
  return `${unit}, times the factor of \`${first}\` and \`${second}\``
}

const count = (number: number) => number.toLocaleString('en-US')

function factorsOf(
  coordinate: string,
  { arguments: names, defaults, table: cells }: Factors,
): string {
  const seconds = Object.keys(Object.values(cells)[0] ?? {})
  const rows = Object.entries(cells).map(([first, row]) => [
    `\`${first}\``,
    ...seconds.map((second) => String(row[second])),
  ])
  return [
    `## Factors of \`${coordinate}\``,
    `The rows are values of \`${names[0]}\` (default \`${defaults[0]}\`), the columns values of \`${names[1]}\` (default \`${defaults[1]}\`). A factor counts one for each ${barsPerCredit} bars that the pair can have.

- Bars of a day or longer: ${barsPerCredit} days a year, as on an exchange; \`max\` is a century. A coin trades every day, so it has up to 1.4 times as many bars for the same price.
- Bars within a day: around the clock; \`max\` is ten years. An answer has at most the bars that were paid, the newest ones.
- The date, the source, the ticker and a filter do not change the factor.`,
    table([`\`${names[0]}\``, ...seconds.map((second) => `\`${second}\``)], rows),
  ].join('\n\n')
}

function sourcesPage(): string {
  const rows = connectors.flatMap(({ area, upstreams }) =>
    upstreams.map(({ name, id, licence, delay, key, optionalKey, hosts }) => [
      area,
      name,
      `\`${id}\``,
      licence.class,
      licence.text,
      delay,
      key ? `\`${key}\`` : optionalKey ? `\`${optionalKey}\`, optional` : '',
      hosts.join(', '),
    ]),
  )
  return page(
    'Sources',
    `${origin('the connectors')}For each area, the server queries the sources in this order. A *restricted* source is off in live mode until the operator names its id in \`FIQ_RESTRICTED_UPSTREAMS\`. A source with a key is on if its variable is set. The sandbox then imitates that source too, so a configuration can be tried without a network.`,
    [table(['area', 'source', 'id', 'class', 'licence', 'delay', 'key', 'hosts'], rows)],
  )
}

async function fieldsPage(): Promise<string> {
  return page(
    'Sources and tests of each field',
    `${origin('the connectors and their folders in `packages/server/src/connectors`')}Each area has a table of its fields, and the sources of these fields in the order in which the server queries them. [sources.md](../sources.md) has their terms and hosts.

- *transports* says where the server can get the data. *files*: data imported with \`fiq-server import\` answers first.
- *tests* are below the folder of the connectors. Tests also run every field against misbehaving upstreams and against a mirror with missing files.
- A source is followed by its licence class, its delay, and the real answers that tests read. A test changes the bytes of such a file and checks that the field changes (\`e2e/files-read.test.ts\`), or checks that the parser reads it (\`scripts/recorded-answers.test.ts\`). *excerpt*: a part of an answer. *figures*: real figures in a layout of ours. *written by hand*: no real answer is available, and the test data follows the documentation of the source.`,
    [...unprovenSection(connectors), ...areaSections(await dataFields(connectors))],
  )
}

function settingsPage(): string {
  const rows = Object.values(settings).map(({ flag, variable, default: value, help }) => [
    `\`${flag}\``,
    `\`${variable}\``,
    value === '' ? '' : `\`${value}\``,
    help,
  ])
  return page(
    'Settings of fiq-server',
    `${origin('the table in `packages/server/src/config/settings.ts`')}A flag takes precedence over its variable, and the variable over the default.`,
    [table(['flag', 'variable', 'default', 'meaning'], rows), ...sourceVariables()],
  )
}

if (import.meta.main) {
  const written = { ...(await referencePages()), ...drawnLayers(), ...clientManifest() }
  for (const [name, text] of Object.entries(written)) {
    const file = new URL(name, docsFolder)
    mkdirSync(new URL('.', file), { recursive: true })
    if (!same(file, text)) writeFileSync(file, text)
  }
}

function same(file: URL, text: string): boolean {
  try {
    return readFileSync(file, 'utf8') === text
  } catch {
    return false
  }
}

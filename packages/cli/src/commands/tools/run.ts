import { catalog } from '@fiq/shared/catalog/catalog'
import type { Tool } from '@fiq/shared/catalog/tool'
import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { CliContext } from '../../compose/context.ts'
import { toolOperation } from '../../query/tool-query.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { type Column, renderTable } from '../../terminal/format/table.ts'

type ToolRow = {
  name: string
  category: string
  summary: string
  /** Decimal USDC; `null` if the tariff has no price for it. */
  price: string | null
  inputs: readonly string[]
  example: Readonly<Record<string, unknown>>
}

/** `fiq tools` */
export async function run(context: CliContext): Promise<void> {
  const rows = await Promise.all(catalog.map((tool) => rowOf(context, tool)))
  context.output.print({ value: rows, view: (screen) => view(rows, screen) })
  context.output.note('fiq tool <name> runs a tool; fiq tool <name> --help shows its inputs.')
}

async function rowOf(context: CliContext, tool: Tool): Promise<ToolRow> {
  const { name, category, summary, inputSchema, variables } = tool
  return {
    name,
    category,
    summary,
    price: await priceOf(context, tool),
    inputs: Object.keys(inputSchema.properties ?? {}),
    example: variables,
  }
}

async function priceOf(context: CliContext, tool: Tool): Promise<string | null> {
  try {
    return formatUsdc((await context.estimate(toolOperation(tool, tool.variables))).amount)
  } catch (error) {
    if (error instanceof FiqError) return null
    throw error
  }
}

function view(rows: readonly ToolRow[], screen: Screen): string {
  return renderTable({ columns }, rows, screen)
}

const columns: readonly Column<ToolRow>[] = [
  { title: 'tool', width: 21, cell: ({ name }) => name, tone: () => 'bold' },
  { title: 'USDC', width: 7, cell: ({ price }) => price ?? '', align: 'point' },
  { title: 'summary', width: 48, cell: ({ summary }) => summary, grows: true },
  { title: 'inputs', width: 24, from: 120, cell: ({ inputs }) => inputs.join(', '), grows: true },
  { title: 'category', width: 10, cell: ({ category }) => category },
]

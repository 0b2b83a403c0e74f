/** The disclaimer for all data: on every page, and in the first response of an MCP session. */
export const disclaimers: readonly string[] = [
  'Informational only: not investment, legal, tax or accounting advice.',
  'Sanctions lookups are a public-data convenience and not a compliance-grade screening product.',
  'Data is provided as is.',
]

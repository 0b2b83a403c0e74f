/** A GraphQL operation as it is sent. */
export type Operation = {
  query: string
  variables?: Readonly<Record<string, unknown>>
  operationName?: string
  /** One line for the approval: what is being bought, e.g. `quotes AAPL`. */
  label?: string
}

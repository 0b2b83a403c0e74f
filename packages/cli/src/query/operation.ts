/** A GraphQL operation as it is sent. */
export type Operation = {
  query: string
  variables?: Readonly<Record<string, unknown>>
  operationName?: string
  /** One line for the approval that names the purchase, e.g. `quotes AAPL`. */
  label?: string
}

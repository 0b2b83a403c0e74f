/** A GraphQL operation to send. */
export type Operation = {
  query: string
  variables?: Readonly<Record<string, unknown>>
  operationName?: string
  /** One line in the approval that names the purchase, e.g. `quotes AAPL`. */
  label?: string
}

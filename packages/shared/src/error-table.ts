import { clientErrors } from './error-codes/client-errors.ts'
import { paymentErrors } from './error-codes/payment-errors.ts'
import { requestErrors } from './error-codes/request-errors.ts'

/** The codes that a server emits. A client accepts no other code from a server. */
export const serverErrors = { ...requestErrors, ...paymentErrors } as const

/** Every error code of server and client: one table for HTTP, GraphQL, MCP, terminal and docs. */
export const errorTable = { ...serverErrors, ...clientErrors } as const

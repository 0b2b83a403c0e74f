import type { DescribedKind } from '@fiq/shared/agent-tools/describe'
import type { HttpAnswer } from '@fiq/shared/payment/read-result'
import type { Estimate } from '../query/estimate.ts'
import type { Operation } from '../query/operation.ts'
import type { AnswerWork } from './answers/answer-work.ts'
import type { StoredAnswers } from './answers/stored-answers.ts'
import type { Approval, Approvals } from './approvals/approvals.ts'
import type { RequestStates } from './approvals/request-state.ts'
import type { Client } from './clients/clients.ts'
import type { Gateway } from './gateway.ts'
import type { Traffic } from './traffic.ts'

/** Ports of every surface of the proxy, HTTP or MCP. */
export type SurfacePorts = {
  gateway: Gateway
  /** Whether it is the user's own server, where every call is free. */
  isPersonal: boolean
  answers: StoredAnswers
  answerWork: AnswerWork
  approvals: Pick<Approvals, 'read' | 'decide'>
  requestStates: RequestStates
  /** The client of a token. */
  whose(token: string): Client | undefined
  /** The current state of the client with this name. */
  client(name: string): Client | undefined
  /** Prices an operation with the built-in tariff. Sends nothing. */
  estimate(operation: Operation): Promise<Estimate>
  /** JSON that describes a tool, an area or a type of the schema. @throws FiqError `BAD_INPUT` */
  describe(name: string, kind?: DescribedKind): Promise<string>
  spending(client: Client): Promise<Spending>
  /** Fetches a free page of the server. @throws FiqError `SERVER_UNREACHABLE`, `SERVER_ERROR`. */
  page(path: string): Promise<HttpAnswer>
  /** @throws FiqError `CATALOG_CHANGED`. */
  checkCatalog(): Promise<void>
  onWaiting(approval: Approval): void
  traffic: Traffic
  /** Unix milliseconds. */
  now(): number
}

/** Spending and caps of a client. Decimal USDC. */
export type Spending = {
  client: string
  unit: 'USDC'
  /** Whether a play wallet pays. Then these are the windows of play money. */
  play?: true
  /** Whether the credits of an API key pay. */
  money?: 'credits'
  perCall: string
  day: { spent: string; cap: string }
  days30: { spent: string; cap: string }
  automatic: string
  note: string
}

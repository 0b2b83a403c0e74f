import { operatorShapes } from '../admin/shapes.ts'
import {
  anything,
  boolean,
  integer,
  type JsonSchema,
  like,
  list,
  number,
  object,
  orNull,
  record,
  ref,
  text,
} from '../json-schema.ts'
import { facilitatorShapes } from './facilitator-shapes.ts'

const address = like('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')
const instant = like('2026-11-21T00:00:00.000Z')
const atomic = like('15000', 'Atomic units of USDC: six decimals')
const rows = list({ type: 'array', description: 'Path, times, credits, and an amount or null' })
const keyShown = {
  id: text,
  organisation: text,
  name: text,
  prefix: text,
  active: boolean,
  createdAt: instant,
  expiresAt: orNull(instant),
  revokedAt: orNull(instant),
}

const errorMembers = {
  code: like('NOT_FOUND', 'A code of the error table'),
  kind: text,
  facts: list(text),
  remedy: text,
  funds: { ...text, enum: ['untouched', 'at-risk', 'spent', 'owed'] },
}

const problem = {
  type: text,
  title: text,
  status: integer,
  detail: text,
  ...errorMembers,
  errors: { ...list(ref('GraphqlError')), minItems: 1 },
}

/** Shapes of bodies by name: the `components.schemas` of the description. */
export const shapes: Readonly<Record<string, JsonSchema>> = {
  GraphqlRequest: object({
    query: { ...text, description: 'GraphQL query text' },
    'variables?': orNull({ ...record, description: 'Variables of the query' }),
    'operationName?': orNull(text),
    'extensions?': orNull(record),
  }),
  GraphqlResponse: object({
    'data?': orNull(record),
    'errors?': list(ref('GraphqlError')),
    'extensions?': ref('Extensions'),
  }),
  GraphqlError: object({
    message: text,
    'path?': list({ type: ['string', 'integer'] }),
    'locations?': list(object({ line: integer, column: integer })),
    extensions: object(errorMembers),
  }),
  Extensions: object({
    'cost?': object({ credits: integer, amount: like('0.015'), rows }),
    'sources?': list(
      object({
        path: text,
        source: text,
        sourceUrl: text,
        asOf: orNull(text),
        retrievedAt: instant,
        mode: text,
        stale: boolean,
        licence: text,
        'delay?': { ...text, enum: ['real-time', '15-minute', 'end-of-day', 'periodic'] },
        'venue?': { ...text, enum: ['consolidated', 'single', 'indicative'] },
      }),
    ),
    'payment?': object({
      state: { ...text, enum: ['reserved', 'settled', 'charged'] },
      'amount?': like('0.015', 'USDC; of a payment'),
      'payer?': address,
      'transaction?': text,
      'credits?': integer,
      'organisation?': text,
      'creditsLeft?': integer,
      'credited?': { ...record, description: 'Refunded for fields without an answer' },
    }),
    'warnings?': list(text),
    'matches?': { ...record, description: 'Number of rows within the filter, by path' },
    'more?': { ...record, description: 'Lists with more items than the answer, by path' },
    'disclaimers?': list(text),
  }),
  Refusal: object({ errors: { ...list(ref('GraphqlError')), minItems: 1 } }),
  Problem: object(problem),
  RateLimitProblem: object({ ...problem, 'violated-policies': list(text), message: text }),
  Nothing: {
    type: 'object',
    additionalProperties: false,
    description: 'The quote is in the header',
  },
  Price: object({ tariff: text, credits: integer, amount: atomic, rows }),
  Service: object({
    name: text,
    version: text,
    payTo: address,
    dataMode: { ...text, enum: ['sandbox', 'mirror', 'live', 'recorded'] },
    devnet: boolean,
    network: text,
    asset: address,
    rpc: orNull(text),
    faucet: orNull(text),
    tariff: text,
  }),
  Tariff: object({
    version: text,
    rates: record,
    'unavailable?': { ...record, description: 'Areas without a source here, by field' },
    schema: { ...text, description: 'GraphQL SDL' },
  }),
  Health: object({ status: text }),
  Readiness: object({ status: text, checks: { type: 'object', additionalProperties: text } }),
  Nonce: object({
    nonce: text,
    expiresAt: instant,
    domain: text,
    uri: text,
    version: text,
    chainId: integer,
  }),
  SignIn: object({
    message: { ...text, description: 'EIP-4361, with the nonce' },
    signature: text,
    'expiresInDays?': { ...integer, minimum: 1 },
  }),
  SignedIn: object({
    key: { ...text, description: 'Shown only once' },
    ...keyShown,
    wallet: address,
    plan: text,
    credits: integer,
  }),
  SignInCode: object({
    code: text,
    verifier: { ...text, description: 'The secret whose SHA-256 was sent as cli_challenge' },
    'expiresInDays?': { ...integer, minimum: 1 },
  }),
  KeyRequest: object({ 'name?': text, 'expiresInDays?': { ...integer, minimum: 1 } }),
  NewKey: object({ key: { ...text, description: 'Shown only once' }, ...keyShown }),
  Keys: object({ keys: list(object(keyShown)) }),
  RevokedKey: object({ id: text, revokedAt: instant }),
  Credits: object({
    organisation: object({ id: text, name: text }),
    plan: object({ name: text, tier: anything, creditsPerMonth: anything }),
    credits: integer,
    'creditsPending?': { ...integer, description: 'Paid; available when the payment is final' },
    prepaid: integer,
    allotment: { ...integer, description: 'Allotment of this month, used first' },
  }),
  TopUp: object({
    amountUsd: {
      type: ['string', 'number'],
      description: 'The maximum to pay. It buys whole credits at their price.',
      examples: ['5'],
    },
    'organisation?': {
      ...text,
      description:
        'Id of the organisation of the key. A nonce computed from this body binds the payment to it.',
    },
  }),
  ToppedUp: object({
    credits: integer,
    amountUsd: text,
    organisation: object({ id: text, name: text }),
    creditsLeft: integer,
    'creditsPending?': integer,
    payment: object({ state: text, payer: address, transaction: text }),
  }),
  Claimed: object({ credits: integer, organisation: text, wallet: address, creditsLeft: integer }),
  Usage: object({
    organisation: text,
    since: instant,
    operations: integer,
    credits: integer,
    days: list(
      object({
        day: text,
        operations: integer,
        credits: integer,
        key: object({ id: text, name: text, prefix: text }),
      }),
    ),
    areas: list(object({ area: text, operations: integer, credits: integer })),
  }),
  FaucetRequest: object({ address, 'amount?': like('10') }),
  FaucetAnswer: object({ address, amount: text, balance: text, transaction: text }),
  ...facilitatorShapes,
  JsonRpc: object({
    jsonrpc: { const: '2.0' },
    'id?': { type: ['string', 'number', 'null'] },
    'method?': text,
    'params?': record,
    'result?': anything,
    'error?': object({ code: number, message: text, 'data?': anything }),
  }),
  JsonRpcBody: {
    description: 'One message, or on 2025-03-26 a list of up to 20',
    anyOf: [ref('JsonRpc'), list(ref('JsonRpc'))],
  },
  Discovery: object({
    version: integer,
    x402Version: integer,
    resources: list(text),
    mcp: text,
    openapi: text,
    instructions: text,
  }),
  OpenApi: {
    ...object({ openapi: text, info: record, paths: record }),
    additionalProperties: true,
  },
  ...operatorShapes,
  OperatorRequest: record,
  SignedInAccount: object({ organisation: text, wallet: address }),
  Page: text,
}

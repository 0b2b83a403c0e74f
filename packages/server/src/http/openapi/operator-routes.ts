import type { ErrorCode } from '@fiq/shared/errors'
import type { Route } from './route.ts'

const path = '/admin/api'
const payments = `${path}/payments`
const organisations = `${path}/organisations`

/** Routes of the operators' page and its API. They need the cookie of its session. */
export const operatorRoutes: readonly Route[] = [
  {
    ...read('/admin', 'admin', 'The page of operators', 'OperatorSession', {
      errors: ['NOT_FOUND'],
    }),
    access: 'open',
    answer: [200, 'Page'],
    type: 'text/html',
  },
  {
    ...change(`${path}/sign-in`, 'operatorSignIn', 'Sign in with a code', 'OperatorSession'),
    access: 'open',
    errors: ['ORIGIN_REFUSED', 'SIGN_IN_REFUSED', 'NOT_CONFIGURED'],
  },
  change(`${path}/sign-out`, 'operatorSignOut', 'Sign out', 'OperatorSignedOut'),
  read(`${path}/session`, 'operatorSession', 'The operator who is signed in', 'OperatorSession'),
  read(
    `${path}/overview`,
    'operatorOverview',
    'Revenue and queries over time',
    'OperatorOverview',
    { query: ['range'] },
  ),
  read(payments, 'operatorPayments', 'Find payments', 'OperatorPayments', {
    query: ['state', 'search', 'after'],
  }),
  read(`${payments}/:payer/:nonce`, 'operatorPayment', 'One payment', 'OperatorPayment', {
    errors: ['NOT_FOUND'],
  }),
  change(
    `${payments}/reconcile`,
    'operatorReconcile',
    'Check payments on the chain',
    'OperatorReconciled',
  ),
  change(
    `${payments}/credit`,
    'operatorCredit',
    'Turn an owed payment into credits',
    'OperatorCredited',
  ),
  read(organisations, 'operatorOrganisations', 'Find organisations', 'OperatorOrganisations', {
    query: ['search', 'after'],
  }),
  change(
    organisations,
    'operatorNewOrganisation',
    'Create an organisation',
    'OperatorNewOrganisation',
  ),
  read(`${organisations}/:id`, 'operatorOrganisation', 'One organisation', 'OperatorOrganisation', {
    errors: ['NOT_FOUND'],
  }),
  change(`${organisations}/:id/plan`, 'operatorPlan', 'Change a plan', 'OperatorPlan'),
  change(`${organisations}/:id/credits`, 'operatorGrant', 'Grant credits', 'OperatorGrant'),
  change(`${organisations}/:id/keys`, 'operatorNewKey', 'Create a key', 'OperatorNewKey'),
  change(
    `${organisations}/:id/keys/revoke`,
    'operatorRevokeKey',
    'Revoke a key',
    'OperatorRevokedKey',
  ),
  read(
    `${path}/system`,
    'operatorSystem',
    'Sources, cache, instances and settings',
    'OperatorSystem',
  ),
  {
    ...read('/admin/files/:name', 'operatorFile', 'A table of the page as a file', 'Page', {
      query: ['range', 'state', 'search', 'organisation'],
      errors: ['NOT_FOUND'],
    }),
    type: 'text/csv',
  },
  read(`${path}/actions`, 'operatorActions', 'Actions of operators', 'OperatorActions', {
    query: ['after'],
  }),
]

type Rest = { query?: readonly string[]; errors?: readonly ErrorCode[] }

function read(
  at: string,
  operationId: string,
  summary: string,
  shape: string,
  { query = [], errors = [] }: Rest = {},
): Route {
  return {
    method: 'GET',
    path: at,
    operationId,
    summary,
    query,
    tag: 'operators',
    access: 'operator',
    answer: [200, shape],
    errors: [...errors, 'BAD_INPUT', 'ORIGIN_REFUSED', 'NOT_CONFIGURED'],
  }
}

function change(at: string, operationId: string, summary: string, shape: string): Route {
  const errors: readonly ErrorCode[] = ['NOT_FOUND', 'SETTLEMENT_PENDING']
  const always = { method: 'POST', body: 'OperatorRequest' } as const
  return { ...read(at, operationId, summary, shape, { errors }), ...always }
}

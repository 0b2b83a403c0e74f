import type { ErrorCode } from '@fiq/shared/errors'
import type { Route } from './routes.ts'

const path = '/admin/api'
const payments = `${path}/payments`
const organisations = `${path}/organisations`

/** The page of operators and what it asks for, with the cookie of its session. */
export const operatorRoutes: readonly Route[] = [
  {
    ...read('/admin', 'admin', 'The page of operators', [], ['NOT_FOUND']),
    ...{ access: 'open', answer: [200, 'Page'], type: 'text/html' },
  },
  {
    ...change(`${path}/sign-in`, 'operatorSignIn', 'Sign in with a code'),
    ...{ access: 'open', errors: ['ORIGIN_REFUSED', 'SIGN_IN_REFUSED', 'NOT_CONFIGURED'] },
  },
  change(`${path}/sign-out`, 'operatorSignOut', 'Sign out'),
  read(`${path}/session`, 'operatorSession', 'Who is signed in'),
  read(`${path}/overview`, 'operatorOverview', 'Revenue and queries over time', ['range']),
  read(payments, 'operatorPayments', 'Find payments', ['state', 'search', 'after']),
  read(`${payments}/:payer/:nonce`, 'operatorPayment', 'One payment', [], ['NOT_FOUND']),
  change(`${payments}/reconcile`, 'operatorReconcile', 'Ask the chain about payments'),
  change(`${payments}/credit`, 'operatorCredit', 'Turn an owed payment into credits'),
  read(organisations, 'operatorOrganisations', 'Find organisations', ['search', 'after']),
  change(organisations, 'operatorNewOrganisation', 'Make an organisation'),
  read(`${organisations}/:id`, 'operatorOrganisation', 'One organisation', [], ['NOT_FOUND']),
  change(`${organisations}/:id/plan`, 'operatorPlan', 'Change a plan'),
  change(`${organisations}/:id/credits`, 'operatorGrant', 'Grant credits'),
  change(`${organisations}/:id/keys`, 'operatorNewKey', 'Make a key'),
  change(`${organisations}/:id/keys/revoke`, 'operatorRevokeKey', 'Revoke a key'),
  read(`${path}/system`, 'operatorSystem', 'Sources, cache, instances and settings'),
  read(`${path}/actions`, 'operatorActions', 'What operators did', ['after']),
]

function read(
  at: string,
  operationId: string,
  summary: string,
  query: readonly string[] = [],
  errors: readonly ErrorCode[] = [],
): Route {
  return {
    ...{ method: 'GET', path: at, operationId, summary, query },
    ...{ tag: 'operators', access: 'operator', answer: [200, 'OperatorAnswer'] },
    errors: [...errors, 'BAD_INPUT', 'ORIGIN_REFUSED', 'NOT_CONFIGURED'],
  }
}

function change(at: string, operationId: string, summary: string): Route {
  const errors: readonly ErrorCode[] = ['NOT_FOUND', 'SETTLEMENT_PENDING']
  const always = { method: 'POST', body: 'OperatorRequest' } as const
  return { ...read(at, operationId, summary, [], errors), ...always }
}

import type { Route } from './route.ts'

const refusals = ['ORIGIN_REFUSED', 'NOT_CONFIGURED'] as const

/** Routes of the account page, with its files and forms. They need the cookie of its session. */
export const accountRoutes: readonly Route[] = [
  {
    ...page('/account', 'account', 'The account of a wallet or a person'),
    access: 'open',
    type: 'text/html',
  },
  page('/account/days.csv', 'accountDays', 'Usage by day'),
  page('/account/areas.csv', 'accountAreas', 'Usage by area'),
  page('/account/statement.csv', 'accountStatement', 'Every entry of the ledger'),
  {
    ...change('sign-in', 'accountSignIn', 'Sign in with a wallet', 'SignIn', 'SignedInAccount'),
    access: 'open',
    errors: [...refusals, 'SIGN_IN_REFUSED'],
  },
  change('sign-out', 'accountSignOut', 'Sign out', 'OperatorRequest', 'OperatorSignedOut'),
  change('keys', 'accountNewKey', 'Create a key', 'KeyRequest', 'NewKey'),
  {
    ...change('keys/revoke', 'accountRevokeKey', 'Revoke a key', 'OperatorRequest', 'RevokedKey'),
    errors: [...refusals, 'NOT_FOUND'],
  },
]

function page(path: string, operationId: string, summary: string): Route {
  return {
    method: 'GET',
    path,
    operationId,
    summary,
    tag: 'accounts',
    access: 'account',
    query: ['days'],
    answer: [200, 'Page'],
    type: 'text/csv',
    errors: [...refusals, 'BAD_INPUT'],
  }
}

function change(
  at: string,
  operationId: string,
  summary: string,
  body: string,
  shape: string,
): Route {
  return {
    method: 'POST',
    path: `/account/api/${at}`,
    operationId,
    summary,
    body,
    tag: 'accounts',
    access: 'account',
    answer: [200, shape],
    errors: refusals,
  }
}

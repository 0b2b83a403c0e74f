import { FiqError } from '@fiq/shared/errors'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import type { FastifyInstance } from 'fastify'
import { errorAnswer, sendAnswer, withFields } from '../http-answer.ts'
import { toolPageId } from '../openapi/route.ts'
import { routes } from '../openapi/routes.ts'

/** Supported methods by path, for the header `Allow` of a 405. */
const methods: readonly [path: RegExp, allow: readonly string[]][] = [
  ...new Set(routes.map(({ path }) => path)),
].map((path) => {
  const ofPath = routes.filter((route) => route.path === path && route.operationId !== toolPageId)
  const preflight = ofPath.some(({ isForBrowsers }) => isForBrowsers) ? ['OPTIONS'] : []
  return [
    new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`),
    [...ofPath.map(({ method }) => method), ...preflight],
  ]
})

/** Paths that a mistyped one may mean: pages, and routes without parameters. */
const suggested = [
  ...['/docs', '/sources', '/graphiql', '/account', '/admin'],
  ...new Set(routes.map(({ path }) => path).filter((path) => !path.includes(':'))),
]

/** Answers 404 for an unknown path, and 405 with `Allow` for an unsupported method. */
export function answerUnknownPaths(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const known = methods.find(([pattern]) => pattern.test(path))?.[1]
    // If the description allows the method, this server does not serve the path at all.
    const allow = known?.includes(request.method) ? undefined : known?.join(', ')
    const error = allow
      ? new FiqError(
          'METHOD_NOT_ALLOWED',
          `${request.method} is not served at ${path.slice(0, 200)}.`,
          { facts: [`Allowed: ${allow}`] },
        )
      : new FiqError('UNKNOWN_PATH', `${path.slice(0, 200)} does not exist.`, {
          facts: didYouMean(path, suggested),
        })
    const answer = errorAnswer(error)
    return sendAnswer(reply, allow ? withFields(answer, { allow }) : answer)
  })
}

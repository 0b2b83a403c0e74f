import { readFileSync } from 'node:fs'
import { FiqError } from '@fiq/shared/errors'
import * as client from 'openid-client'
import type { ServerConfig } from '../../config/config.ts'
import type { IdentityProvider } from '../identity-provider.ts'

type ProviderConfig = Pick<
  ServerConfig,
  'googleIssuer' | 'googleClientId' | 'googleClientSecretFile'
>

/** Time limit of each request to the provider. */
const timeoutSeconds = 5

/**
 * Google, or the OpenID Connect provider that `--google-issuer` names; `undefined` if this sign-in
 * is off. The first sign-in fetches its endpoints and keys, so the server starts while the provider
 * is down.
 *
 * @param environment - `FIQ_GOOGLE_CLIENT_SECRET` replaces the file.
 * @throws FiqError `CONFIGURATION_INVALID` if the secret is missing or cannot be read.
 */
export function createGoogle(
  config: ProviderConfig,
  environment: Readonly<Record<string, string | undefined>>,
): IdentityProvider | undefined {
  const { googleIssuer, googleClientId } = config
  if (googleClientId === undefined) return undefined
  const issuer = new URL(googleIssuer)
  const secret = environment['FIQ_GOOGLE_CLIENT_SECRET'] ?? readSecret(config)
  let found: Promise<client.Configuration> | undefined
  const discover = () => {
    found ??= discovered(issuer, googleClientId, secret).catch((cause) => {
      found = undefined
      throw unavailable(issuer, cause)
    })
    return found
  }

  return {
    async addressOf({ state, nonce, verifier }, redirectUri) {
      return client.buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        scope: 'openid',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
    },
    async subjectOf(callback, { state, nonce, verifier }) {
      const configuration = await discover()
      const tokens = await client
        .authorizationCodeGrant(configuration, callback, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        .catch((cause) => {
          throw isRefusal(cause) ? refused(cause) : unavailable(issuer, cause)
        })
      const claims = tokens.claims()
      if (!claims) throw refused(undefined)
      return `${claims.iss} ${claims.sub}`
    },
    owns(subject) {
      const [owner = ''] = subject.split(' ')
      return URL.parse(owner)?.href === issuer.href
    },
  }
}

async function discovered(
  issuer: URL,
  clientId: string,
  secret: string,
): Promise<client.Configuration> {
  const isLocal = issuer.protocol === 'http:'
  const configuration = await client.discovery(
    issuer,
    clientId,
    {},
    client.ClientSecretPost(secret),
    { timeout: timeoutSeconds, execute: isLocal ? [client.allowInsecureRequests] : [] },
  )
  // By the standard TLS would suffice. Checking the token's signature removes that dependency.
  client.enableNonRepudiationChecks(configuration)
  return configuration
}

function readSecret({ googleClientSecretFile: file }: ProviderConfig): string {
  const remedy = 'Set --google-client-secret-file or FIQ_GOOGLE_CLIENT_SECRET.'
  if (file === undefined)
    throw new FiqError('CONFIGURATION_INVALID', 'Sign-in with Google needs a client secret.', {
      remedy,
    })
  try {
    const secret = readFileSync(file, 'utf8').trim()
    if (secret !== '') return secret
  } catch (cause) {
    throw new FiqError('CONFIGURATION_INVALID', 'The file of the client secret cannot be read.', {
      remedy,
      cause,
    })
  }
  throw new FiqError('CONFIGURATION_INVALID', 'The file of the client secret is empty.', { remedy })
}

/** Whether the provider sent an invalid response or a refusal. Otherwise it was unreachable. */
function isRefusal(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && code.startsWith('OAUTH_') && code !== 'OAUTH_TIMEOUT'
}

function refused(cause: unknown): FiqError {
  const { error } = (cause ?? {}) as { error?: unknown }
  const reason = typeof error === 'string' && /^\w{1,40}$/.test(error) ? error : undefined
  return new FiqError('SIGN_IN_REFUSED', 'The identity provider did not confirm the sign-in.', {
    facts: reason === undefined ? [] : [`Its answer: ${reason}`],
    remedy: 'Start again at /auth/google.',
    cause,
  })
}

function unavailable({ host }: URL, cause: unknown): FiqError {
  return new FiqError('UPSTREAM_UNAVAILABLE', `The identity provider ${host} does not answer.`, {
    cause,
  })
}

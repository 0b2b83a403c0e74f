import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defined } from '@fiq/shared/defined'
import Provider from 'oidc-provider'

/** A real OpenID provider on this machine, with users who sign in. */
export type OpenidProvider = {
  issuer: string
  clientId: string
  clientSecret: string
  /**
   * Acts as a user in a browser: follows the address to the provider, signs in as `login`, agrees.
   *
   * @returns The address to which the provider finally redirects.
   */
  signIn(address: string, login: string): Promise<URL>
  /** From now on the provider's tokens have an invalid signature. */
  forgeSignatures(): void
  close(): void
}

/** @param redirectUri - The only permitted redirect address of the client. */
export async function startOpenidProvider(redirectUri: string): Promise<OpenidProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { clientId: 'fiq', clientSecret: 'a secret of thirty-two characters' }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    pkce: { required: () => true },
    ttl: { Interaction: 60, Session: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
    cookies: { keys: ['only for tests'] },
    features: { devInteractions: { enabled: true } },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  })
  let isForging = false
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (isForging && request.url === '/token') forgeSignature(response)
    void answer(request, response)
  })
  return {
    issuer,
    ...client,
    signIn: (address, login) => signIn(address, login, issuer),
    forgeSignatures() {
      isForging = true
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Replaces the signature by one of the same length. */
function forgeSignature(response: ServerResponse): void {
  const end = response.end.bind(response) as (body: string) => ServerResponse
  response.end = ((body: string) =>
    end(
      String(body).replace(
        /("id_token":"[\w-]+\.[\w-]+\.)([\w-]+)/,
        (_, token: string, signature: string) => token + 'A'.repeat(signature.length),
      ),
    )) as typeof response.end
}

const stepsMax = 12

async function signIn(address: string, login: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let next = new URL(address)
  let form: URLSearchParams | undefined
  for (let step = 0; step < stepsMax; step++) {
    if (next.origin !== issuer) return next
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...defined({ method: form ? 'POST' : undefined, body: form }),
    })
    for (const field of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(field) ?? []
      cookies.set(name, value)
    }
    const text = await answer.text()
    const location = answer.headers.get('location')
    if (location) {
      next = new URL(location, next)
      form = undefined
    } else {
      const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1]
      if (!prompt) throw new Error(`The provider says ${answer.status}: ${text.slice(0, 500)}`)
      form = new URLSearchParams({ prompt, login, password: 'any' })
    }
  }
  throw new Error('The provider goes round in circles.')
}

import * as z from 'zod/mini'
import { sendChange } from '../session/change.ts'
import { say } from '../session/forms.ts'
import { connectWallet, findProviders } from '../wallet/browser-wallet.ts'
import type { Wallet } from '../wallet/wallet.ts'

/** Offers a button for each wallet of the browser, and one for play money if the server has it. */
export async function offerWallets(page: Window): Promise<void> {
  const place = page.document.getElementById('wallets')
  if (!place) return
  const choices: { name: string; open(): Promise<Wallet> }[] = (await findProviders(page)).map(
    (found) => ({ name: found.name, open: () => connectWallet(found) }),
  )
  if (place.dataset['play'] !== undefined)
    choices.push({
      name: 'the play wallet of this tab',
      async open() {
        const { loadPlayWallet } = await import('../wallet/play-wallet.ts')
        return loadPlayWallet({ storage: page.sessionStorage, fetch: page.fetch.bind(page) })
      },
    })
  if (choices.length === 0) {
    const words = page.document.createElement('p')
    words.className = 'muted'
    words.textContent = 'No wallet was found in this browser. Install one, then reload the page.'
    place.replaceChildren(words)
    return
  }
  place.replaceChildren(
    ...choices.map(({ name, open }) => {
      const button = page.document.createElement('button')
      button.type = 'button'
      button.className = 'btn main'
      button.textContent = `Continue with ${name}`
      button.addEventListener('click', async () => {
        button.disabled = true
        try {
          await signIn(await open(), page)
          page.location.reload()
        } catch (thrown) {
          say('problem', (thrown as Error).message || `${name} declined.`)
          button.disabled = false
        }
      })
      return button
    }),
  )
}

async function signIn(wallet: Wallet, page: Window): Promise<void> {
  const fetch = page.fetch.bind(page)
  const answer = await fetch('/auth/siwx/nonce')
  if (!answer.ok) throw new Error(`The server answered ${answer.status}. Try again in a minute.`)
  const message = signInMessage(await answer.json(), {
    address: wallet.address,
    origin: page.location.origin,
    nowMs: performance.timeOrigin + performance.now(),
  })
  const signature = await wallet.signText(message)
  await sendChange('/account/api/sign-in', { message, signature }, { fetch, csrf: '' })
}

const termsSchema = z.object({
  nonce: z.string().check(z.regex(/^[A-Za-z0-9]{8,64}$/)),
  domain: z.string(),
  uri: z.string(),
  version: z.literal('1'),
  chainId: z.number(),
})

/**
 * The EIP-4361 message that a wallet signs to sign in, for the site in the browser's address.
 *
 * @param terms - Response of `GET /auth/siwx/nonce`.
 * @throws Error when the server names another site, where the signature could be used.
 */
export function signInMessage(
  terms: unknown,
  { address, origin, nowMs }: { address: string; origin: string; nowMs: number },
): string {
  const read = z.safeParse(termsSchema, terms)
  if (!read.success) throw new Error('The server returned no nonce to sign.')
  const { nonce, domain, uri, version, chainId } = read.data
  const { host } = new URL(origin)
  if (domain !== host || new URL(uri).origin !== origin)
    throw new Error(`The server accepts sign-ins at ${domain} only. Open this page there.`)
  return [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    'Sign in to your account. This pays nothing.',
    '',
    `URI: ${uri}`,
    `Version: ${version}`,
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${new Date(nowMs).toISOString()}`,
  ].join('\n')
}

import { enhanceForms } from '../session/forms.ts'

/**
 * Signed in: forms and the top-up. Otherwise: the wallets to sign in with. Each loads its scripts
 * on demand.
 */
const account = document.querySelector<HTMLElement>('#account')
if (account) {
  enhanceForms(document, account.dataset['csrf'] ?? '')
  const { enhanceTopUp } = await import('./top-up-form.ts')
  enhanceTopUp(account)
} else {
  const { offerWallets } = await import('./sign-in.ts')
  await offerWallets(window)
}

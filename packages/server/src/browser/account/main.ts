import { enhanceForms } from '../session/forms.ts'

/**
 * After sign-in: forms and the top-up. Before: the wallets to sign in with. Loads the scripts of
 * each on demand.
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

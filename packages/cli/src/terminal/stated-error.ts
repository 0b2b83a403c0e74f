import type { FiqError } from '@fiq/shared/errors'

declare const stated: unique symbol

/**
 * An error that states where the money is. Only {@link OpenMoney.state} makes one, and whatever
 * shows an error to a user or a caller accepts no other: the command line, the proxy's answers, its
 * log, and live views.
 */
export type StatedError = FiqError & { readonly [stated]: true }

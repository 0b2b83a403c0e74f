import { defined } from '@fiq/shared/defined'
import { createGoogle } from '../accounts/google/create-google.ts'
import type { IdentityProvider, IdentityProviders } from '../accounts/identity-provider.ts'
import type { ServerConfig } from '../config/config.ts'
import type { SignInProvider } from '../config/sign-in-providers.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Creates each provider; `undefined` if the operator has not configured it. */
const creators: Readonly<
  Record<
    SignInProvider,
    (config: ServerConfig, environment: Environment) => IdentityProvider | undefined
  >
> = {
  google: createGoogle,
}

/** The configured providers. @throws FiqError `CONFIGURATION_INVALID` */
export function createIdentityProviders(
  config: ServerConfig,
  environment: Environment,
): IdentityProviders {
  const created = Object.entries(creators).map(([name, create]) => [
    name,
    create(config, environment),
  ])
  return defined(Object.fromEntries(created) as IdentityProviders)
}

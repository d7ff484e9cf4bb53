/** The settings of the sign-in providers. */
import { isLoopback } from '#server/platform/loopback.ts'
import { SettingError } from '#server/platform/start-error.ts'
import type { Environment } from './environment.ts'

/** The school as a client of a sign-in provider. */
export interface SignInProviderSettings {
  /** Part of URLs and stored with each account: a change locks people out of their accounts. */
  id: 'google' | 'github' | 'oidc' | 'demo'
  /** The name on the sign-in button. */
  name: string
  clientId: string
  clientSecret: string
  /** Present for an OpenID Connect provider, which publishes its endpoints below this URL. */
  issuer?: string
  /** True if the provider shows its sign-in form each time, even to people with a session there. */
  promptsEachTime?: boolean
}

/** @throws SettingError */
export function readSignInProviders(env: Environment): SignInProviderSettings[] {
  const clients = [
    { id: 'google', name: 'Google', ...readClient(env, 'GOOGLE') },
    { id: 'github', name: 'GitHub', ...readClient(env, 'GITHUB') },
    { id: 'oidc', ...readIssuer(env), ...readClient(env, 'OIDC') },
  ] as const
  return clients.filter((client): client is typeof client & SignInProviderSettings => Boolean(client.clientId))
}

/** Returns the id and the secret that a provider gave the school. Both or none are set. */
function readClient(env: Environment, provider: 'GOOGLE' | 'GITHUB' | 'OIDC') {
  const [idName, secretName] = [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`] as const
  const { [idName]: clientId, [secretName]: clientSecret } = env
  if (!clientId !== !clientSecret) {
    throw new SettingError(`${clientId ? secretName : idName}: is missing; the ${provider}_ settings go together`)
  }
  return { clientId, clientSecret }
}

/** Returns the issuer and its name. Only an issuer reached over TLS, or on this machine, is trusted. */
function readIssuer({ OIDC_ISSUER: issuer, OIDC_NAME, OIDC_CLIENT_ID }: Environment) {
  if (!issuer !== !OIDC_CLIENT_ID) {
    throw new SettingError(`${issuer ? 'OIDC_CLIENT_ID' : 'OIDC_ISSUER'}: is missing; the OIDC_ settings go together`)
  }
  if (!issuer) return { name: '', issuer: '' }
  const { protocol, hostname } = new URL(issuer)
  if (protocol !== 'https:' && !isLoopback(hostname)) throw new SettingError('OIDC_ISSUER: must begin with https://')
  return { name: OIDC_NAME ?? hostname, issuer: issuer.replace(/\/$/, '') }
}

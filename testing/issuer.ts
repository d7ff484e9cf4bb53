/** A fake OpenID Connect issuer that signs everyone in as the person of `claims`. */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

interface PersonClaims {
  sub: string
  email: string
  email_verified: boolean
}

export interface Issuer {
  url: string
  /** The next sign-in is this person's. */
  claims: PersonClaims
  close(): void
}

/** Starts the issuer on a free port of this machine. */
export async function openIssuer(port: number, claims: PersonClaims): Promise<Issuer> {
  const url = `http://127.0.0.1:${port}`
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), alg: 'ES256', use: 'sig', kid: 'key' }
  const discovery = {
    issuer: url,
    authorization_endpoint: `${url}/auth`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  }
  const issuer = { url, claims, close: () => void server.close() }
  let nonce: string | null = null
  const idToken = (clientId: string) =>
    new SignJWT({ ...issuer.claims, name: 'Somebody', ...(nonce ? { nonce } : {}) })
      .setProtectedHeader({ alg: 'ES256', kid: 'key' })
      .setIssuer(url)
      .setAudience(clientId)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey)
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    const json = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (pathname === '/auth') {
      nonce = searchParams.get('nonce')
      const query = new URLSearchParams({ code: 'code', state: searchParams.get('state') ?? '', iss: url })
      return response.writeHead(302, { location: `${searchParams.get('redirect_uri')}?${query}` }).end()
    }
    if (pathname === '/jwks') return json({ keys: [jwk] })
    if (pathname !== '/token') return json(discovery)
    await text(request)
    return json({ access_token: 'token', token_type: 'Bearer', expires_in: 300, id_token: await idToken('us') })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return issuer
}

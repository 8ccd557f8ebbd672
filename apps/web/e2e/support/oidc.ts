/** An OpenID Connect provider on this machine that signs in `person` without asking. */
import { Events, OAuth2Server } from 'oauth2-mock-server'

export interface Provider {
  issuer: string
  person: { email: string; isVerified: boolean }
  stop(): Promise<void>
}

export async function startProvider(): Promise<Provider> {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(0, 'localhost')
  const provider: Provider = {
    issuer: server.issuer.url!,
    person: { email: '', isVerified: true },
    stop: () => server.stop(),
  }
  server.service.on(Events.BeforeTokenSigning, ({ payload }) => {
    const { email, isVerified } = provider.person
    Object.assign(payload, { sub: email, email, email_verified: isVerified })
  })
  return provider
}

/** An OpenID Connect provider on this machine that signs in `person` without asking, and can be made to misbehave. */
import { Events, OAuth2Server } from 'oauth2-mock-server'

export type Claims = Record<string, unknown>

export class TestProvider {
  /** What the id token says. */
  claims: Claims = {}
  /** What the address for further claims says, if the id token has no address. */
  userInfo: Claims = {}
  /** Replaced or, if null, left out in the next answer of the token address. */
  answer: Record<string, unknown> = {}
  /** The client secret of the last request. */
  secret: string | undefined
  private readonly server = new OAuth2Server()

  get issuer(): string {
    return this.server.issuer.url!
  }

  async start(): Promise<void> {
    await this.server.issuer.keys.generate('RS256')
    await this.server.start(0, 'localhost')
    this.server.service.on(Events.BeforeTokenSigning, (token) => {
      Object.assign(token.payload, this.claims)
    })
    this.server.service.on(Events.BeforeUserinfo, (response) => {
      response.body = this.userInfo
    })
    this.server.service.on(Events.BeforeResponse, (response, request) => {
      this.secret = (request.body as { client_secret?: string }).client_secret
      response.body = { ...(response.body as object), ...this.answer }
    })
  }

  stop(): Promise<void> {
    return this.server.stop()
  }

  /** Follows the address that a browser is sent to. @returns the parameters of the redirect back */
  async authorize(url: string): Promise<Record<string, string>> {
    const response = await fetch(url, { redirect: 'manual' })
    const back = new URL(response.headers.get('location') ?? '')
    return Object.fromEntries(back.searchParams)
  }
}

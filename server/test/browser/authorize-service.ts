import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { anOAuthWorld, type OAuthWorld, type RegisteredApp } from '../journeys/oauth-world.ts'
import type { WorldOptions } from '../journeys/world.ts'

/** The partner's own site: it says what it was called back with. */
export type PartnerSite = { readonly callback: string; close(): Promise<void> }

export type AuthorizeService = {
  readonly world: OAuthWorld
  readonly app: RegisteredApp
  readonly partner: PartnerSite
  close(): Promise<void>
}

export const scopesAsked = [
  'products:read',
  'orders:read',
  'orders:write',
  'payments:read',
  'webhooks:manage',
]

export async function anAuthorizeService(options: WorldOptions = {}): Promise<AuthorizeService> {
  const world = await anOAuthWorld(options)
  const partner = await aPartnerSite()
  const app = await world.partnerApp({
    name: 'Spend Reports by Example Analytics',
    type: 'confidential',
    redirectUris: [partner.callback],
    scopes: scopesAsked,
  })
  return {
    world,
    app,
    partner,
    close: async () => {
      await world.close()
      await partner.close()
    },
  }
}

async function aPartnerSite(): Promise<PartnerSite> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://partner')
    const outcome = searchParams.get('code')
      ? 'connected'
      : (searchParams.get('error') ?? 'nothing')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title>Partner</title><h1>Partner: ${outcome}</h1>`)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    // Another host than the service's, as in life: what the page may send people to is held to its policy.
    callback: `http://localhost:${port}/callback`,
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}

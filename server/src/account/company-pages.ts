import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { signInPage } from '#pages/account'
import { failPlatform, type Http, prefersHtml } from '#platform/http'
import { addAssets, sendWebPage, type WebFiles } from '../admin/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { companyAddresses } from './company-addresses.ts'
import { pageWords } from './page-language.ts'
import { pageReadConfig } from './route-config.ts'
import { sendPage } from './send-page.ts'

/** What people filter by stands in the address. Only the script reads it. */
const PageQuery = Type.Object({}, { additionalProperties: Type.String({ maxLength: 1_000 }) })

/**
 * The pages of companies and their files. The pages contain no data: what they show comes from the API, over `/account/api`. Who is
 * not signed in signs in first. A program gets the refusal of every address that is not a route.
 */
export function addCompanyPages(
  http: Http,
  deps: AccountDeps,
  files: WebFiles | undefined,
  operatorPages: string | undefined,
): void {
  for (const url of companyAddresses) {
    http.get(url, pageReadConfig(PageQuery), async (request, reply) => {
      reply.header('vary', 'accept, accept-language')
      if (!prefersHtml(request.headers.accept)) throw failPlatform('route_not_found')
      if (deps.cookie.read(request)) return sendWebPage(files, request, reply)
      if (pathOf(request) !== '/') {
        return reply.redirect(`/account/sign-in?returnTo=${encodeURIComponent(request.url)}`, 303)
      }
      const { passkeySite } = deps
      const page = { returnTo: request.url, passkeySite, links: { operatorPages } }
      const script = passkeySite === undefined ? undefined : 'passkey'
      return sendPage(reply, signInPage(pageWords(request), page), { script })
    })
  }
  addAssets(http, '/assets', files)
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '/'

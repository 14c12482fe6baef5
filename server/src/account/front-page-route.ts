import { frontPage } from '#pages/account'
import { failPlatform, type Http, prefersHtml } from '#platform/http'
import { pageWords } from './page-language.ts'
import { pageReadConfig } from './route-config.ts'
import { sendPage } from './send-page.ts'

/** The bare address. A browser gets a page that leads on; a program gets the refusal of every address that is not a route. */
export function addFrontPage(http: Http, operatorPages: string | undefined): void {
  http.get('/', pageReadConfig(), async (request, reply) => {
    reply.header('vary', 'accept, accept-language')
    if (!prefersHtml(request.headers.accept)) throw failPlatform('route_not_found')
    return sendPage(reply, frontPage(pageWords(request), { operatorPages }))
  })
}

import { frontPage } from '@purveyor/web/account'
import { Type } from 'typebox'
import { failPlatform, type Http, prefersHtml, Refusal } from '#platform/http'
import { pageWords } from './page-language.ts'
import { Locale } from './route-config.ts'
import { sendPage } from './send-page.ts'

const frontPageRoute = {
  config: { access: 'public' },
  schema: {
    operationId: 'getFrontPage',
    summary: 'Get the front page',
    description:
      'For browsers: it leads to the sign-in and to the documents. A program gets a 404.',
    tags: ['Identity'],
    querystring: Type.Object(Locale),
    response: {
      200: {
        description: 'The page.',
        content: {
          'text/html': {
            schema: Type.String(),
            example: '<!doctype html><html lang="en">…</html>',
          },
        },
      },
      '4xx': Refusal,
    },
  },
} as const

/** The bare address. A browser gets a page that leads on; a program gets the refusal of every address that is not a route. */
export function addFrontPage(http: Http, operatorPages: string | undefined): void {
  http.get('/', frontPageRoute, async (request, reply) => {
    reply.header('vary', 'accept, accept-language')
    if (!prefersHtml(request.headers.accept)) throw failPlatform('route_not_found')
    return sendPage(reply, frontPage(pageWords(request), { operatorPages }))
  })
}

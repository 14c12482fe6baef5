import { answers, ok, type Routes } from '#platform/http'
import { LocalesView, viewLocales } from './schemas.ts'
import type { SupportedLocales } from './supported-locales.ts'

export function localesRoutes(supported: SupportedLocales): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/api/v1/locales',
      config: { access: 'public' },
      schema: {
        operationId: 'listLocales',
        summary: 'List languages',
        description:
          'The languages of sentences, mails and documents, each with its name in the language itself.',
        tags: ['Languages'],
        response: answers(LocalesView),
      },
      handler: async () => ok(viewLocales(await supported.check())),
    })
  }
}

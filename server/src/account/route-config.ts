import { type TSchema, Type } from 'typebox'

/** Pages take the language as the API does. */
export const Locale = { locale: Type.Optional(Type.String({ maxLength: 35 })) }

const LocaleQuery = Type.Object(Locale)

/** Public for the access check of the API: the credential is the cookie of these pages, and each page looks at it itself. */
export function pageReadConfig<Query extends TSchema = typeof LocaleQuery>(querystring?: Query) {
  return {
    config: { access: 'public' },
    schema: { hide: true, querystring: (querystring ?? LocaleQuery) as Query },
  } as const
}

/** The API behind the page counts the request, so that a page has exactly the limits of the API. */
export function pageFormConfig<Body extends TSchema>(body: Body) {
  return {
    config: { access: 'public', rateLimit: 'none' },
    schema: { hide: true, body },
  } as const
}

import { createHash } from 'node:crypto'
import { openapiOf } from './openapi/document.ts'
import { referencePage } from './reference/page.ts'
import { styles } from './reference/styles.ts'
import type { RegisteredRoute } from './registration.ts'
import type { Http, HttpOptions } from './types.ts'

const styleDigest = createHash('sha256').update(styles).digest('base64')

/** The page needs its one style and nothing else: no script, no image, no frame, no form. */
const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleDigest}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The OpenAPI document and the page made from it. Both are made once, at the first request. */
export function registerReference(
  http: Http,
  routes: readonly RegisteredRoute[],
  options: HttpOptions,
): void {
  const describe = () => openapiOf(routes, options)
  const document = once(describe)
  const documentText = once(() => withTag(JSON.stringify(document())))
  const page = once(() => withTag(referencePage(document())))
  http.decorate('openapi', describe)

  http.get(
    '/openapi.json',
    { config: { access: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      reply.headers({ 'cache-control': 'public, max-age=60', etag: documentText().tag })
      reply.type('application/json; charset=utf-8')
      // Every tool may read the description of the API, also in a browser.
      reply.header('access-control-allow-origin', '*')
      if (request.headers['if-none-match'] === documentText().tag) return reply.code(304).send()
      return reply.send(documentText().text)
    },
  )
  http.get(
    '/docs',
    { config: { access: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      reply.headers({
        'cache-control': 'public, max-age=60',
        etag: page().tag,
        'content-security-policy': pagePolicy,
      })
      reply.type('text/html; charset=utf-8')
      if (request.headers['if-none-match'] === page().tag) return reply.code(304).send()
      return reply.send(page().text)
    },
  )
}

function withTag(text: string) {
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  return { text, tag }
}

function once<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

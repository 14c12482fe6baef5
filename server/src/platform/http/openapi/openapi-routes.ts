import { createHash } from 'node:crypto'
import { knowsEtag } from '../answering/etags.ts'
import type { Http } from '../types.ts'

/** The OpenAPI document. It is made once, at the first request. */
export function registerOpenapi(http: Http): void {
  let made: { readonly text: string; readonly tag: string } | undefined
  const document = () => {
    made ??= withTag(JSON.stringify(http.openapi()))
    return made
  }
  http.get(
    '/openapi.json',
    { config: { access: 'public', compressed: true }, schema: { hide: true } },
    async (request, reply) => {
      const { text, tag } = document()
      reply.headers({ 'cache-control': 'public, max-age=60', etag: tag })
      reply.type('application/json; charset=utf-8')
      // Every tool may read the description of the API, also in a browser.
      reply.header('access-control-allow-origin', '*')
      if (knowsEtag(request.headers['if-none-match'], tag)) return reply.code(304).send()
      return reply.send(text)
    },
  )
}

/** A weak tag: the bytes differ by their compression. */
function withTag(text: string) {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  return { text, tag: `W/"${hash}"` }
}

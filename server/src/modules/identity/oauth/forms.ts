import type { FastifyRequest } from 'fastify'
import { failPlatform, type Http } from '#platform/http'

const bytesMax = 16_384
/** Fields that may occur more than once. Any other field that does is refused. */
const lists: ReadonlySet<string> = new Set(['scope'])

/** The only body format of these pages: what an HTML form sends without a script. */
export function readForms(http: Http): void {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: bytesMax },
    async (_request: FastifyRequest, text: string) => fieldsOf(text),
  )
  http.addContentTypeParser('*', async () => {
    throw failPlatform('media_type_unsupported')
  })
}

function fieldsOf(text: string): Record<string, string | string[]> {
  const form = new URLSearchParams(text)
  const fields: Record<string, string | string[]> = Object.create(null)
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name)
    if (!lists.has(name) && values.length > 1) throw failPlatform('body_malformed')
    fields[name] = lists.has(name) ? values : (values[0] ?? '')
  }
  return fields
}

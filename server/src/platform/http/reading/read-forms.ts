import type { FastifyRequest } from 'fastify'
import { fail } from '../failures.ts'
import type { Http } from '../types.ts'

type FormRules = {
  /** Fields that may occur more than once. Any other field that does is refused. */
  readonly lists?: ReadonlySet<string>
  readonly bytesMax?: number
}

/** Pages accept one format of bodies: what an HTML form sends without a script. */
export function readForms(
  http: Http,
  { lists = new Set(), bytesMax = 16_384 }: FormRules = {},
): void {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: bytesMax },
    async (_request: FastifyRequest, text: string) => fieldsOf(text, lists),
  )
  http.addContentTypeParser('*', async () => {
    throw fail('media_type_unsupported')
  })
}

function fieldsOf(text: string, lists: ReadonlySet<string>): Record<string, string | string[]> {
  const form = new URLSearchParams(text)
  const fields: Record<string, string | string[]> = Object.create(null)
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name)
    if (!lists.has(name) && values.length > 1) throw fail('body_malformed')
    fields[name] = lists.has(name) ? values : (values[0] ?? '')
  }
  return fields
}

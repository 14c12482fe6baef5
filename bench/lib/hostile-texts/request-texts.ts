import { createHash, randomBytes } from 'node:crypto'
import { missedPostalForms } from '../../../server/src/kernel/postal-code.ts'
import { acceptedFormats } from '../../../server/src/modules/catalogue/images/accepted-formats.ts'
import { isCommonPassword } from '../../../server/src/modules/people/identity/sessions/passwords/common-passwords.ts'
import { fileNameFrom } from '../../../server/src/platform/attachments/file-name.ts'
import { cleanText } from '../../../server/src/platform/audit/clean.ts'
import { createCursors } from '../../../server/src/platform/http/answering/cursors.ts'
import { knowsEtag } from '../../../server/src/platform/http/answering/etags.ts'
import { createExactPath } from '../../../server/src/platform/http/answering/exact-path.ts'
import { prefersHtml } from '../../../server/src/platform/http/answering/prefers-html.ts'
import { createTickets } from '../../../server/src/platform/http/guarding/tickets.ts'
import { agentOf } from '../../../server/src/platform/http/reading/agent-of.ts'
import { coerceQuery } from '../../../server/src/platform/http/reading/coerce-query.ts'
import { parseJson } from '../../../server/src/platform/http/reading/json-body.ts'
import { localeOfHeader } from '../../../server/src/platform/locale/locale-of-header.ts'
import { readUserUrl } from '../../../server/src/platform/net/user-url.ts'
import { scrub } from '../../../server/src/platform/telemetry/scrub.ts'
import { type HostileText, pumped } from './hostile-text.ts'
import { patternTexts } from './pattern-texts.ts'

const headers = { most: 16_384, limit: 'all headers of a request: 16 kB' }
const secret = createHash('sha256').update('bench').digest()
const cursors = createCursors(randomBytes(32))
const tickets = createTickets(secret, () => new Date())
const routes = Array.from({ length: 500 }, (_one, at) => ({
  method: 'GET',
  url: `/api/v1/things-${at}/:id/parts/:part`,
}))
const exactPath = createExactPath(routes as never)

/** Headers, paths, parameters and bodies of requests. */
export const requestTexts: readonly HostileText[] = [
  {
    place: 'User-Agent of a request that the audit log records',
    ...headers,
    texts: (length) => pumped(length, ['Version/', 'afari/Version/a', 'Chrome', 'Mac OS ']),
    read: agentOf,
  },
  { place: 'Accept of a page', ...headers, read: prefersHtml },
  { place: 'Accept of a picture', ...headers, read: acceptedFormats },
  {
    place: 'Accept-Language',
    ...headers,
    read: (text) => localeOfHeader(text, ['en', 'de', 'fr']),
  },
  { place: 'If-None-Match', ...headers, read: (text) => knowsEtag(text, '"x"') },
  {
    place: 'path that no route has',
    ...headers,
    read: (text) => exactPath(`/${text}`),
  },
  {
    place: 'query',
    ...headers,
    read: (text) =>
      coerceQuery(
        { properties: { a: { type: 'array', items: { type: 'integer' } } } },
        Object.fromEntries(new URLSearchParams(text)),
      ),
  },
  { place: 'cursor', ...headers, read: (text) => cursors.read('orders', text) },
  { place: 'ticket of a stream', ...headers, read: (text) => tickets.redeem('/x', text) },
  {
    place: 'JSON body, before its schema',
    most: 1_048_576,
    limit: '1 MB, 64 levels, 1,000 fields in an object',
    texts: (length) => [
      ...pumped(length).map((text) => JSON.stringify({ text }).slice(0, length)),
      `{"a":"${'\\u0041'.repeat(length / 6)}"}`,
      `[${'{"a":1},'.repeat(length / 8)}1]`,
      `[${'[],'.repeat(length / 3)}1]`,
      `{${Array.from({ length: 1_000 }, (_one, at) => `"${at}":"${'x'.repeat(length / 1_010)}"`).join(',')}}`,
    ],
    read: (text) => parseJson(Buffer.from(text)),
  },
  {
    place: 'address of a webhook, a picture or a source',
    most: 2_048,
    limit: '2,048 characters',
    texts: (length) => pumped(length).map((text) => `https://${text}`),
    read: (text) => readUserUrl(text, { allowPrivate: false } as never),
  },
  {
    place: 'text of an audit entry',
    most: 900_000,
    limit: 'the largest text of a body: 900,000 characters',
    read: cleanText,
  },
  { place: 'line of the log', most: 1_000_000, limit: 'no line has more than 1 MB', read: scrub },
  {
    place: 'postal code, by the forms of its country',
    most: 20,
    limit: '20 characters',
    read: (text) => ['DE', 'GB', 'IE', 'NL'].map((country) => missedPostalForms(country, text)),
  },
  { place: 'file name of an attachment', ...headers, read: fileNameFrom },
  ...patternTexts,
  { place: 'password', most: 200, limit: '200 characters', read: isCommonPassword },
]

import { Type } from 'typebox'
import { Refusal } from '#platform/http'
import { attachmentTypes } from './attachment-type.ts'

/** A file that people have uploaded, and its content. */
export type SentFile = {
  readonly attachment: { readonly name: string; readonly mediaType: string }
  readonly content: Buffer
}

const Bytes = Type.Unsafe<Buffer>(Type.String({ format: 'binary', examples: ['%PDF-1.7 …'] }))

/** The answers of a route that sends a file. */
export const fileAnswers = {
  200: {
    description: 'The file, under its own media type.',
    // The long names of office types would become long names in generated clients.
    content: { '*/*': { schema: Bytes } },
  },
  '4xx': Refusal,
  '5xx': Refusal,
}

/** The bodies of a route that takes a file. */
export const streamedFiles = Object.fromEntries(
  ['application/octet-stream', ...attachmentTypes].map((type) => [
    type,
    { example: 'The bytes of the file.' },
  ]),
)

/** What people upload never acts as a page of this service. */
export function fileHeaders(
  { attachment: { mediaType, name } }: SentFile,
  disposition: 'inline' | 'attachment',
): Readonly<Record<string, string>> {
  return {
    'content-type': mediaType === 'text/plain' ? 'text/plain; charset=utf-8' : mediaType,
    'content-disposition': `${disposition}; ${fileNameHeader(name)}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  }
}

/** RFC 6266: the plain name for old clients, and the whole name. */
function fileNameHeader(name: string): string {
  const plain = name.replace(/[^\w. -]/g, '_')
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${whole}`
}

import { Type } from 'typebox'
import { etagOf, Refusal } from '#platform/http'

/** The answers of a route that serves a stored PDF. */
export const pdfAnswers = {
  200: {
    description: 'The document.',
    content: {
      'application/pdf': {
        schema: Type.Unsafe<Buffer>(Type.String({ format: 'binary', examples: ['%PDF-1.7 …'] })),
      },
    },
  },
  304: { description: 'The client already has these bytes.' },
  '4xx': Refusal,
  '5xx': Refusal,
}

export const ublAnswers = {
  200: {
    description: 'The document.',
    content: {
      'application/xml': {
        schema: Type.String({ examples: ['<?xml version="1.0" encoding="UTF-8"?>…'] }),
      },
    },
  },
  '4xx': Refusal,
  '5xx': Refusal,
}

/** Only the reader may cache it, and asks each time whether it may still read it. */
export function pdfHeaders({
  language,
  sha256,
}: {
  readonly language: string
  readonly sha256: string
}) {
  return {
    'cache-control': 'private, no-cache',
    'content-language': language,
    etag: etagOf(sha256),
  }
}

/** We make the numbers: letters, digits and hyphens. */
export function attachment(number: string | undefined, extension: string): string {
  return `attachment; filename="${number}.${extension}"`
}

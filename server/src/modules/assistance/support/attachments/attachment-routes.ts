import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import { answers, type Http, ok, Refusal, type Routes, streamBodies } from '#platform/http'
import { AttachmentParams, AttachmentView, SignedFileQuery, viewAttachment } from '../schemas.ts'
import { attachmentTypes } from './attachment-type.ts'
import type { AttachmentFile, Attachments } from './attachments.ts'

const tags = ['Support']
const url = '/api/v1/support/attachments'

const Bytes = Type.Unsafe<Buffer>(Type.String({ format: 'binary', examples: ['%PDF-1.7 …'] }))

const fileAnswers = {
  200: {
    description: 'The file, under its own media type.',
    // The long names of office types would become long names in generated clients.
    content: { '*/*': { schema: Bytes } },
  },
  '4xx': Refusal,
  '5xx': Refusal,
}

export function attachmentRoutes(attachments: Attachments): Routes {
  return async (http) => {
    await http.register(uploadRoutes(attachments))
    addDownloading(http, attachments)
    addOpening(http, attachments)
  }
}

/** In its own scope, in which bodies are streams. */
function uploadRoutes(attachments: Attachments): Routes {
  const file = { example: 'The bytes of the file.' }
  const types = ['application/octet-stream', ...attachmentTypes]
  return async (http) => {
    streamBodies(http)
    http.route({
      method: 'POST',
      url,
      config: {
        access: 'support:write',
        streamed: Object.fromEntries(types.map((type) => [type, file])),
        fails: [
          'support.attachment_empty',
          'support.attachment_too_large',
          'support.attachment_type_unsupported',
          'support.uploads_limit_reached',
        ],
      },
      schema: {
        operationId: 'uploadTicketAttachment',
        summary: 'Upload an attachment',
        description:
          'The body is a file of up to 10 MB. Its content decides its type: a PDF, a picture (JPEG, PNG, WebP, GIF), a document of Word, Excel or PowerPoint without macros, or plain text in UTF-8. Name it in `attachmentIds` of a message within a day, otherwise it is deleted.',
        tags,
        querystring: Type.Object({
          name: Type.Optional(
            Type.String({ maxLength: 300, description: 'The name of the file, for people.' }),
          ),
        }),
        response: answers(AttachmentView, { status: 201 }),
      },
      handler: async ({ actor, query, body, headers }, reply) => {
        const length = Number(headers['content-length'])
        const attachment = await attachments.upload(actor, {
          body: body as Readable,
          name: query.name,
          contentLength: Number.isSafeInteger(length) ? length : undefined,
        })
        reply.code(201)
        return ok(viewAttachment(attachment))
      },
    })
  }
}

function addDownloading(http: Http, attachments: Attachments): void {
  http.route({
    method: 'GET',
    url: `${url}/:attachmentId`,
    config: { access: 'support:read', fails: ['support.attachment_not_found'] },
    schema: {
      operationId: 'getTicketAttachment',
      summary: 'Download an attachment',
      description: 'Browsers save the file and never show it as a page.',
      tags,
      params: AttachmentParams,
      response: fileAnswers,
    },
    handler: async ({ actor, params }, reply) => {
      const file = await attachments.download(actor, params.attachmentId)
      reply.header('cache-control', 'private, no-store')
      return reply.headers(headersOf(file, 'attachment')).send(file.content as never)
    },
  })
}

function addOpening(http: Http, attachments: Attachments): void {
  http.route({
    method: 'GET',
    url: `${url}/:attachmentId/file`,
    config: {
      access: 'public',
      fails: ['support.address_invalid', 'support.attachment_not_found'],
    },
    schema: {
      operationId: 'openTicketAttachment',
      summary: 'Open an attachment by its signed address',
      description:
        'For browsers, without a credential. Messages carry the address as `signedUrl`. Browsers show a picture, and save every other file.',
      tags,
      params: AttachmentParams,
      querystring: SignedFileQuery,
      response: fileAnswers,
    },
    handler: async ({ params, query }, reply) => {
      const file = await attachments.open({ ...params, ...query })
      const isPicture = file.attachment.mediaType.startsWith('image/')
      const headers = headersOf(file, isPicture ? 'inline' : 'attachment')
      reply.header('cache-control', 'private, max-age=900')
      // A shop on another host may show the picture.
      reply.header('cross-origin-resource-policy', 'cross-origin')
      return reply.headers(headers).send(file.content as never)
    },
  })
}

/** What people upload never acts as a page of this service. */
function headersOf(
  { attachment: { mediaType, name } }: AttachmentFile,
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

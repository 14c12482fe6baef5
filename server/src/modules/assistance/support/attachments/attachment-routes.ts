import { Type } from 'typebox'
import { fileAnswers, fileHeaders, streamedFiles, uploadedFileOf } from '#platform/attachments'
import { answers, type Http, ok, type Routes, streamBodies } from '#platform/http'
import { AttachmentParams, AttachmentView, SignedFileQuery, viewAttachment } from '../schemas.ts'
import type { Attachments } from './attachments.ts'

const tags = ['Support']
const url = '/api/v1/support/attachments'

export function attachmentRoutes(attachments: Attachments): Routes {
  return async (http) => {
    await http.register(uploadRoutes(attachments))
    addDownloading(http, attachments)
    addOpening(http, attachments)
  }
}

/** In its own scope, in which bodies are streams. */
function uploadRoutes(attachments: Attachments): Routes {
  return async (http) => {
    streamBodies(http)
    http.route({
      method: 'POST',
      url,
      config: {
        access: 'support:write',
        streamed: streamedFiles,
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
        const file = uploadedFileOf(body, headers, query.name)
        const attachment = await attachments.upload(actor, file)
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
      return reply.headers(fileHeaders(file, 'attachment')).send(file.content as never)
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
      const headers = fileHeaders(file, isPicture ? 'inline' : 'attachment')
      reply.header('cache-control', 'private, max-age=900')
      // A shop on another host may show the picture.
      reply.header('cross-origin-resource-policy', 'cross-origin')
      return reply.headers(headers).send(file.content as never)
    },
  })
}

import { Type } from 'typebox'
import { fileAnswers, fileHeaders, streamedFiles, uploadedFileOf } from '#platform/attachments'
import { answers, ok, type Routes, streamBodies } from '#platform/http'
import { AttachmentView, viewAttachment } from './attachment-schemas.ts'
import type { Attachments } from './attachments.ts'

const tags = ['Requisitions']
const url = '/api/v1/requisitions/attachments'

const Params = Type.Object({
  requisitionId: Type.String({ maxLength: 64 }),
  attachmentId: Type.String({ maxLength: 64 }),
})

export function attachmentRoutes(attachments: Attachments): Routes {
  return async (http) => {
    await http.register(uploadRoutes(attachments))
    http.route({
      method: 'GET',
      url: '/api/v1/requisitions/:requisitionId/attachments/:attachmentId',
      config: {
        access: 'requester:read',
        operatorsToo: true,
        fails: ['requisitions.requisition_not_found', 'requisitions.attachment_not_found'],
      },
      schema: {
        operationId: 'getRequisitionAttachment',
        summary: 'Download an attachment of a requisition',
        description:
          'For those who may read the requisition. Browsers save the file and never show it as a page.',
        tags,
        params: Params,
        response: fileAnswers,
      },
      handler: async ({ actor, params }, reply) => {
        const file = await attachments.download(actor, params)
        reply.header('cache-control', 'private, no-store')
        return reply.headers(fileHeaders(file, 'attachment')).send(file.content as never)
      },
    })
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
        access: 'requester:write',
        streamed: streamedFiles,
        fails: [
          'requisitions.attachment_empty',
          'requisitions.attachment_too_large',
          'requisitions.attachment_type_unsupported',
          'requisitions.uploads_limit_reached',
        ],
      },
      schema: {
        operationId: 'uploadRequisitionAttachment',
        summary: 'Upload an attachment for a line of a requisition',
        description:
          'The body is a file of up to 10 MB. Its content decides its type: a PDF, a picture (JPEG, PNG, WebP, GIF), a document of Word, Excel or PowerPoint without macros, or plain text in UTF-8. Name it in `attachmentIds` of a line within a day, otherwise it is deleted.',
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

import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { answers, type Http, ok, Refusal, type Routes } from '#platform/http'
import {
  DownloadQuery,
  ErasedView,
  ExportLinkView,
  erasedExample,
  exportExample,
  PrivacyExportView,
  viewErased,
  viewExport,
} from './schemas.ts'
import type { Privacy } from './service.ts'

const tags = ['Privacy']
const ExportParams = Type.Object({ exportId: Type.String({ maxLength: 64 }) })
const PersonParams = Type.Object({ userId: Type.String({ maxLength: 64 }) })
const notFound = 'identity.privacy_export_not_found'

export function privacyRoutes(privacy: Privacy): Routes {
  return async (http) => {
    addRequestRoutes(http, privacy)
    addFetchRoutes(http, privacy)
    addEraseRoutes(http, privacy)
  }
}

function addRequestRoutes(http: Http, privacy: Privacy): void {
  http.route({
    method: 'POST',
    url: '/auth/privacy/export',
    config: { access: 'person', stepUp: true, fails: ['identity.step_up_required'] },
    schema: {
      operationId: 'requestPrivacyExport',
      summary: 'Request a privacy export',
      description:
        'Starts an export of all data that the service holds about you. A mail tells you when it is ready.',
      tags,
      response: answers(PrivacyExportView, {
        status: 202,
        examples: [
          { id: exportExample.id, state: 'REQUESTED', requestedAt: exportExample.requestedAt },
        ],
      }),
    },
    handler: async ({ actor }) => ok(viewExport(await privacy.requestExport(actor))),
  })

  http.route({
    method: 'GET',
    url: '/auth/privacy/exports/:exportId',
    config: { access: 'person', fails: [notFound] },
    schema: {
      operationId: 'getPrivacyExport',
      summary: 'Get a privacy export',
      tags,
      params: ExportParams,
      response: answers(PrivacyExportView, { examples: [exportExample] }),
    },
    handler: async ({ actor, params }) =>
      ok(viewExport(await privacy.getExport(actor, params.exportId))),
  })
}

function addFetchRoutes(http: Http, privacy: Privacy): void {
  addLinkPrivacyExport(http, privacy)
  addDownloadPrivacyExport(http, privacy)
}

function addLinkPrivacyExport(http: Http, privacy: Privacy): void {
  http.route({
    method: 'POST',
    url: '/auth/privacy/exports/:exportId/link',
    config: {
      access: 'person',
      stepUp: true,
      fails: [notFound, 'identity.privacy_export_not_ready', 'identity.step_up_required'],
    },
    schema: {
      operationId: 'linkPrivacyExport',
      summary: 'Create a link to a privacy export',
      description: 'The link works once. A new link replaces the former one.',
      tags,
      params: ExportParams,
      response: answers(ExportLinkView, {
        examples: [
          {
            url: 'https://api.purveyor.example/auth/privacy/downloads/<TOKEN>',
            expiresAt: exportExample.expiresAt,
            tables: [{ name: 'orders', rows: 12 }],
          },
        ],
      }),
    },
    handler: async ({ actor, params }) => {
      const { url, expiresAt, tables } = await privacy.linkExport(actor, params.exportId)
      return ok({ url, expiresAt: expiresAt.toISOString(), tables: [...tables] })
    },
  })
}

function addDownloadPrivacyExport(http: Http, privacy: Privacy): void {
  http.route({
    method: 'GET',
    url: '/auth/privacy/downloads/:link',
    config: {
      access: 'public',
      rateLimit: 'auth',
      fails: [notFound, 'identity.privacy_export_table_unknown'],
    },
    // A HEAD request must not use the link up.
    exposeHeadRoute: false,
    schema: {
      operationId: 'downloadPrivacyExport',
      summary: 'Download a privacy export',
      tags,
      description:
        'The link works once. The export is JSON with all data, or CSV with one table per request.',
      params: Type.Object({ link: Type.String({ maxLength: 64 }) }),
      querystring: DownloadQuery,
      response: {
        200: {
          description: 'A file.',
          content: {
            'application/json': { schema: FileText('{"person":"usr_…"}') },
            'text/csv': { schema: FileText('orderId,state\r\nord_…,PLACED\r\n') },
          },
        },
        '4xx': Refusal,
        '5xx': Refusal,
      },
    },
    handler: async ({ params: { link }, query: { format, table = 'orders' } }, reply) => {
      const isTable = format === 'csv'
      const texts = isTable ? await privacy.takeTable(link, table) : await privacy.takeExport(link)
      reply.type(isTable ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
      // A table that exists has one of our names, so the file name is safe.
      const name = isTable ? `my-data.${table}.csv` : 'my-data.json'
      reply.header('content-disposition', `attachment; filename="${name}"`)
      return reply.send(Readable.from(texts, { objectMode: false }))
    },
  })
}

function addEraseRoutes(http: Http, privacy: Privacy): void {
  const fails = [
    'identity.person_not_found',
    'identity.person_erased',
    'identity.person_is_buying',
    'identity.own_erasure',
    'identity.step_up_required',
  ]
  const description =
    'The name, the addresses, the sessions and the factors are erased at once and for good. Orders stay with their content for as long as the law requires.'
  const response = answers(ErasedView, { examples: [erasedExample] })
  http.route({
    method: 'POST',
    url: '/admin/people/:userId/erase',
    config: { access: 'operator', stepUp: true, fails },
    schema: {
      operationId: 'erasePerson',
      summary: 'Erase a person',
      description,
      tags,
      params: PersonParams,
      response,
    },
    handler: async ({ actor, params }) => ok(viewErased(await privacy.erase(actor, params.userId))),
  })

  http.route({
    method: 'POST',
    url: '/api/v1/members/:userId/erase',
    config: {
      access: 'company_admin',
      stepUp: true,
      fails: [...fails, 'identity.person_elsewhere'],
    },
    schema: {
      operationId: 'eraseMember',
      summary: 'Erase a member',
      description,
      tags,
      params: PersonParams,
      response,
    },
    handler: async ({ actor, params }) => ok(viewErased(await privacy.erase(actor, params.userId))),
  })
}

/** A file, sent without the envelope. */
const FileText = (example: string) => Type.Unsafe<Readable>(Type.String({ examples: [example] }))

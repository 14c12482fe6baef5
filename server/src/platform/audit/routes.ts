import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Database } from '#platform/db'
import { Refusal, type Routes, sendFile } from '#platform/http'
import { listRoutes } from '#platform/lists'
import { auditEntryList, operatorAuditEntryList } from './entry-list.ts'
import { exportEntries } from './export-entries.ts'
import { recordAudit } from './record-audit.ts'
import { ExportQuery, entryExample, searchOf } from './schemas.ts'

type Deps = { readonly database: Database; readonly now: () => Date }

const tags = ['Audit']

/** The routes of a company's administrators: they see the entries of their own company only. */
export function auditRoutes({ database, now }: Deps): Routes {
  return async (http) => {
    await listRoutes(database, auditEntryList(database))(http)

    http.route({
      method: 'GET',
      url: '/api/v1/audit/export',
      config: { access: 'company_admin', stepUp: true, fails: ['identity.step_up_required'] },
      schema: {
        operationId: 'exportAuditEntries',
        summary: 'Export audit entries',
        description:
          'Streams the entries, newest first. The export itself is recorded as an entry.',
        tags,
        querystring: ExportQuery,
        response: exportAnswers,
      },
      handler: async (request, reply) => {
        const { actor, query } = request
        const { format } = query
        return sendFile(request, reply, async () => {
          await database.transaction(async (tx) =>
            recordAudit(tx, {
              companyId: actor.companyId,
              actor,
              action: 'audit.log_exported',
              target: { type: 'company', id: actor.companyId },
              outcome: 'done',
              details: { format, since: query.since ?? null, until: query.until ?? null },
              now: now(),
            }),
          )
          reply.type(mediaTypes[format])
          reply.header('content-disposition', `attachment; filename="audit.${format}"`)
          return exportEntries(database.pool, searchOf(actor.companyId, query), format)
        }) as never
      },
    })
  }
}

/** The routes of operators: they see the entries of every company, and those of no company. */
export function operatorAuditRoutes({ database }: Pick<Deps, 'database'>): Routes {
  return listRoutes(database, operatorAuditEntryList(database))
}

const mediaTypes = {
  jsonl: 'application/jsonl; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
} as const

const FileText = (example: string) => Type.Unsafe<Readable>(Type.String({ examples: [example] }))

const exportAnswers = {
  200: {
    description: 'A file.',
    content: {
      'application/jsonl': { schema: FileText(JSON.stringify(entryExample)) },
      'text/csv': { schema: FileText('id,occurredAt,actorKind,actorId') },
    },
  },
  '4xx': Refusal,
  '5xx': Refusal,
}

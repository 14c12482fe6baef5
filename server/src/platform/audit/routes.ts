import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Database } from '#platform/db'
import { list, PageQuery, Refusal, type Routes } from '#platform/http'
import { exportEntries } from './export-entries.ts'
import { recordAudit } from './record-audit.ts'
import {
  AuditEntryView,
  AuditFilterQuery,
  ExportQuery,
  entryExample,
  OperatorAuditEntryView,
  OperatorAuditFilterQuery,
  searchOf,
  viewEntry,
  viewEntryOfAnyCompany,
} from './schemas.ts'
import { listEntries } from './store.ts'

type Deps = { readonly database: Database; readonly now: () => Date }

const tags = ['Audit']

/** The routes of a company's administrators: they see the entries of their own company only. */
export function auditRoutes({ database, now }: Deps): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/api/v1/audit',
      config: { access: 'company_admin' },
      schema: {
        operationId: 'listAuditEntries',
        summary: 'List audit entries',
        description: 'Newest first.',
        tags,
        querystring: Type.Object({ ...AuditFilterQuery.properties, ...PageQuery.properties }),
        response: list(AuditEntryView, { examples: [entryExample] }),
      },
      handler: async ({ actor, query, page }) => {
        const before = page.after(Type.String())
        const search = searchOf(actor.companyId, query)
        const found = await listEntries(database.pool, search, { before, limit: page.probe })
        return page.answer(found, viewEntry, ({ id }) => id)
      },
    })

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
      handler: async ({ actor, query }, reply) => {
        const { format } = query
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
        const lines = exportEntries(database.pool, searchOf(actor.companyId, query), format)
        reply.type(mediaTypes[format])
        reply.header('content-disposition', `attachment; filename="audit.${format}"`)
        return reply.send(Readable.from(lines, { objectMode: false }))
      },
    })
  }
}

/** The routes of operators: they see the entries of every company, and those of no company. */
export function operatorAuditRoutes({ database }: Pick<Deps, 'database'>): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/admin/audit',
      config: { access: 'operator' },
      schema: {
        operationId: 'listAuditEntriesOfAll',
        summary: 'List audit entries of all companies',
        description:
          'Lists the newest entries first. Entries that belong to no company are under the company `platform`.',
        tags,
        querystring: Type.Object({
          ...OperatorAuditFilterQuery.properties,
          ...PageQuery.properties,
        }),
        response: list(OperatorAuditEntryView, {
          examples: [{ ...entryExample, companyId: 'co_01m7xb82dw3khw78phh28dvacd' }],
        }),
      },
      handler: async ({ query, page }) => {
        const before = page.after(Type.String())
        const search = searchOf(query.companyId, query)
        const found = await listEntries(database.pool, search, { before, limit: page.probe })
        return page.answer(found, viewEntryOfAnyCompany, ({ id }) => id)
      },
    })
  }
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

import { Type } from 'typebox'
import { type Suppliers, scopeOf } from '#modules/products'
import { sql } from '#platform/db'
import { defineList, filter, newestFirst, ofScope } from '#platform/lists'
import { importStates } from './import.ts'
import { toImport } from './import-store.ts'
import { ImportView, importExample, viewImport } from './schemas.ts'
import type { ImportRow } from './tables.ts'

export const importList = (suppliers: Suppliers) =>
  defineList({
    operationId: 'listCatalogImports',
    url: '/api/v1/catalog/imports',
    summary: 'List catalogue imports',
    description: 'Lists the imports of your company, newest first. Operators see all.',
    tags: ['Catalogue'],
    config: { access: 'supplier_admin', fails: ['catalog.supplier_required'] },
    item: ImportView,
    examples: [importExample],
    columns: ['id', 'supplierId', 'state', 'records.done', 'problems', 'createdAt'],
    filters: {
      state: filter(Type.Enum([...importStates]), (state) => sql`t.state = ${state}`),
    },
    from: sql`imports.imports t`,
    scope: async ({ actor }) => ofScope(await scopeOf(suppliers, actor)),
    identity: { 't.id': 'text' },
    sorts: newestFirst,
    writtenAt: 't.written_at',
    show: (rows: readonly ImportRow[]) => rows.map((row) => viewImport(toImport(row))),
  })

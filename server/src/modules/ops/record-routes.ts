import { Type } from 'typebox'
import { record } from '#kernel/record'
import type { Conn, Database } from '#platform/db'
import { answers, ok, type Routes } from '#platform/http'
import { fail } from './failures.ts'
import { findRecordOwner, type RecordTables } from './record-owner.ts'

type Deps = {
  readonly database: Database
  readonly tables: RecordTables
  readonly namesOf: (
    conn: Conn,
    companyIds: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>
}

const RecordOwnerView = record('RecordOwner', 'The company that a record belongs to.', {
  recordId: Type.String(),
  companyId: Type.String(),
  companyName: Type.Optional(Type.String()),
})

const example = {
  recordId: 'whk_01m7x9v1c40e5rk2m8w3tq6zna',
  companyId: 'co_01m7x9t0a3w4n5q6r7s8t9v0w1',
  companyName: 'Example GmbH',
}

/** An operator often has nothing but an id, from a log, a mail or an incident. */
export function recordRoutes({ database, tables, namesOf }: Deps): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/admin/records/:recordId/owner',
      config: { access: 'operator', fails: ['ops.record_unknown'] },
      schema: {
        operationId: 'getRecordOwner',
        summary: 'Get the owner of a record',
        description: `Finds the company of a record by its id alone. It knows ids that begin with ${[...tables.keys()].sort().join(', ')}.`,
        tags: ['Operations'],
        params: Type.Object({ recordId: Type.String({ maxLength: 64 }) }),
        response: answers(RecordOwnerView, { examples: [example] }),
      },
      handler: async ({ params: { recordId } }) => {
        const companyId = await findRecordOwner(database.pool, tables, recordId)
        if (companyId === undefined) throw fail('record_unknown', { recordId })
        const companyName = (await namesOf(database.pool, [companyId])).get(companyId)
        return ok({ recordId, companyId, ...(companyName !== undefined && { companyName }) })
      },
    })
  }
}

import { Type } from 'typebox'
import { record } from '#kernel/record'
import type { Conn, Database } from '#platform/db'
import { answers, type Http, ok, type Routes } from '#platform/http'
import { fail } from './failures.ts'
import { findRecordNames } from './record-names.ts'
import { findRecordOwner, type RecordTables } from './record-owner.ts'

type Deps = {
  readonly database: Database
  readonly tables: RecordTables
  readonly namesOf: (
    conn: Conn,
    companyIds: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>
  /** The tables whose records have a name, by the prefix of their ids. */
  readonly named: RecordTables
  /** The tables whose records have a number, which is their name. */
  readonly numbered: RecordTables
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

const idsMax = 50

const RecordNameView = record('RecordName', 'The name that people know a record by.', {
  id: Type.String(),
  name: Type.String(),
})

const RecordNamesView = record('RecordNames', 'The names of records.', {
  names: Type.Array(RecordNameView),
})

/** An operator often has nothing but an id, from a log, a mail or an incident. */
export function recordRoutes(deps: Deps): Routes {
  return async (http) => {
    addOwner(http, deps)
    addNames(http, deps)
  }
}

function addOwner(http: Http, { database, tables, namesOf }: Deps): void {
  http.route({
    method: 'GET',
    url: '/admin/records/:recordId/owner',
    config: { access: 'operator', fails: ['ops.record_unknown'] },
    schema: {
      operationId: 'getRecordOwner',
      summary: 'Get the owner of a record',
      description: `Finds the company of a record by its id alone. It knows ids that begin with ${joinPrefixes([...tables.keys()])}.`,
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

function addNames(http: Http, { database, named, numbered }: Deps): void {
  http.route({
    method: 'GET',
    url: '/admin/records/names',
    config: { access: 'operator' },
    schema: {
      operationId: 'listRecordNames',
      summary: 'List names of records',
      description: `Finds the names of up to ${idsMax} records by their ids. The name of an order, a return or a ticket is its number. It knows ids that begin with ${joinPrefixes([...named.keys(), ...numbered.keys()])}, and leaves out the others.`,
      tags: ['Operations'],
      querystring: Type.Object({
        ids: Type.String({
          description: `Ids with commas between them.`,
          pattern: `^[a-z0-9_]{1,64}(,[a-z0-9_]{1,64}){0,${idsMax - 1}}$`,
          maxLength: idsMax * 65,
        }),
      }),
      response: answers(RecordNamesView, {
        examples: [{ names: [{ id: example.companyId, name: example.companyName }] }],
      }),
    },
    handler: async ({ query: { ids } }) =>
      ok({ names: await findRecordNames(database.pool, { named, numbered }, ids.split(',')) }),
  })
}

function joinPrefixes(prefixes: readonly string[]): string {
  return prefixes.toSorted().join(', ')
}

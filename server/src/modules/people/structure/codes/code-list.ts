import { Type } from 'typebox'
import { containing, sql } from '#platform/db'
import { defineList, filter } from '#platform/lists'
import type { CodeRow } from '../tables.ts'
import { UnitId } from '../units/unit-schemas.ts'
import { type CodeKind, codeKeyOf, codeKinds } from './code.ts'
import { codeSchemas, viewCode } from './code-schemas.ts'
import { toCode } from './code-store.ts'

export const codeList = (kind: CodeKind) => {
  const { url, name, what } = codeKinds[kind]
  return defineList({
    operationId: `list${name}s`,
    url,
    summary: `List ${what}s`,
    description:
      'By their codes. Those that have ended are there too, unless a filter leaves them out.',
    tags: ['Company structure'],
    config: { access: 'requester:read', operatorsToo: true },
    item: codeSchemas[kind].view,
    columns: ['id', 'code', 'name', 'unitId', 'validFrom', 'validTo', 'externalId', 'state'],
    filters: {
      state: filter(Type.Enum(['ACTIVE', 'ENDED']), (state) =>
        state === 'ACTIVE' ? sql`t.ended_at is null` : sql`t.ended_at is not null`,
      ),
      unitId: filter(UnitId, (unitId) => sql`t.unit_id = ${unitId}`),
      code: filter(
        Type.String({ minLength: 1, maxLength: 100, description: 'The one with this code.' }),
        (code) => sql`t.code_key = ${codeKeyOf(code)}`,
      ),
      q: filter(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'A part of the code or the name.',
        }),
        (q) => {
          const pattern = containing(q.trim())
          return sql`(t.code ilike ${pattern} or t.name ilike ${pattern})`
        },
      ),
    },
    from: sql`structure.codes t`,
    scope: ({ actor }) => sql`t.company_id = ${actor.companyId} and t.kind = ${kind}`,
    identity: { 't.id': 'text' },
    sorts: {
      code: { keys: { 't.code_key': 'text' }, direction: 'asc' },
      newest: { keys: { 't.id': 'text' }, direction: 'desc' },
    },
    writtenAt: 't.written_at',
    csv: { operationId: `download${name}s`, summary: `Download ${what}s as CSV` },
    show: (rows: readonly CodeRow[]) => rows.map((row) => viewCode(toCode(row))),
  })
}

import { type Static, Type } from 'typebox'
import { oneLineWithText } from '#kernel/one-line'
import { record } from '#kernel/record'
import { type Unit, unitKinds } from './unit.ts'

const Instant = Type.String({ format: 'date-time' })
export const UnitKindName = Type.Enum([...unitKinds])
export const UnitId = Type.String({ minLength: 1, maxLength: 64 })

const fields = {
  name: Type.String({ minLength: 1, maxLength: 200, pattern: oneLineWithText }),
  kind: UnitKindName,
}
const place = {
  parentId: Type.Optional(
    Type.Union([UnitId, Type.Null()], {
      description: 'The unit that it stands below. Null: it stands at the top.',
    }),
  ),
  externalId: Type.Optional(
    Type.Union(
      [Type.String({ minLength: 1, maxLength: 100, pattern: oneLineWithText }), Type.Null()],
      {
        description:
          'The id in another system of your company. Two active units cannot have the same.',
      },
    ),
  ),
}

const example = {
  name: 'Plant Hamburg',
  kind: 'SITE' as const,
  parentId: 'unt_01m7x9v1c40e5rk2m8w3tq6zna',
  externalId: '1100',
}

export const UnitParams = Type.Object({ unitId: Type.String({ maxLength: 64 }) })

export const CreateUnitBody = record(
  'CreateUnit',
  'A new unit of the company.',
  { ...fields, ...place },
  { examples: [example] },
)

export const ChangeUnitBody = record(
  'ChangeUnit',
  'The fields of a unit that change.',
  { name: Type.Optional(fields.name), kind: Type.Optional(fields.kind), ...place },
  { minProperties: 1, examples: [{ parentId: null }] },
)

export const UnitView = record(
  'Unit',
  'A part of the company: a legal entity, a department or a site.',
  {
    id: Type.String(),
    name: Type.String(),
    kind: UnitKindName,
    parentId: Type.Optional(Type.String({ description: 'Absent: it stands at the top.' })),
    externalId: Type.Optional(Type.String()),
    state: Type.Enum(['ACTIVE', 'ENDED']),
    createdAt: Instant,
    changedAt: Instant,
    endedAt: Type.Optional(Instant),
  },
  {
    examples: [
      {
        id: 'unt_01m7xb82dw3khw78phh28dvacd',
        ...example,
        state: 'ACTIVE',
        createdAt: '2026-01-02T03:04:05.000Z',
        changedAt: '2026-01-02T03:04:05.000Z',
      },
    ],
  },
)

export function viewUnit(unit: Unit): Static<typeof UnitView> {
  const { id, name, kind, parentId, externalId, endedAt, createdAt, changedAt } = unit
  return {
    id,
    name,
    kind,
    ...(parentId !== undefined && { parentId }),
    ...(externalId !== undefined && { externalId }),
    state: endedAt ? 'ENDED' : 'ACTIVE',
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
    ...(endedAt && { endedAt: endedAt.toISOString() }),
  }
}

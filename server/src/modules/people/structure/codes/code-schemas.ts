import { type Static, Type } from 'typebox'
import { oneLineWithText } from '#kernel/one-line'
import { record } from '#kernel/record'
import { UnitId } from '../units/unit-schemas.ts'
import { type AccountingCode, type CodeKind, codeKindNames, codeKinds } from './code.ts'

const Instant = Type.String({ format: 'date-time' })
const Day = Type.String({ format: 'date' })
const text = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: oneLineWithText })
const orNone = <Schema extends ReturnType<typeof Type.String>>(
  schema: Schema,
  description: string,
) => Type.Optional(Type.Union([schema, Type.Null()], { description }))

export const CodeParams = Type.Object({ codeId: Type.String({ maxLength: 64 }) })

const fields = { code: text(100), name: text(200) }
const more = {
  unitId: orNone(UnitId, 'The unit of the company that it belongs to. Null: to none.'),
  validFrom: orNone(
    Day,
    'The first day on which orders may name it, in the time zone of your company.',
  ),
  validTo: orNone(Day, 'The last day on which orders may name it.'),
  externalId: orNone(text(100), 'The id in another system of your company, unique in this list.'),
}

const examples = {
  COST_CENTER: { code: '4711', name: 'Workshop', unitId: 'unt_01m7xb82dw3khw78phh28dvacd' },
  GL_ACCOUNT: { code: '6815', name: 'Office supplies', externalId: 'SKR03-4930' },
  PROJECT: {
    code: 'P-2026-17',
    name: 'New warehouse',
    validFrom: '2026-01-01',
    validTo: '2027-06-30',
  },
} as const satisfies Readonly<Record<CodeKind, object>>

function schemasOf(kind: CodeKind) {
  const { name, what, prefix } = codeKinds[kind]
  const id = `${prefix}_01m7xb82dw3khw78phh28dvacd`
  const at = '2026-01-02T03:04:05.000Z'
  return {
    create: record(
      `Create${name}`,
      `A new ${what} of the company.`,
      { ...fields, ...more },
      {
        examples: [examples[kind]],
      },
    ),
    change: record(
      `Change${name}`,
      `The fields of a ${what} that change.`,
      { code: Type.Optional(fields.code), name: Type.Optional(fields.name), ...more },
      { minProperties: 1, examples: [{ validTo: '2026-12-31' }] },
    ),
    view: record(
      name,
      `A ${what} of the company.`,
      {
        id: Type.String(),
        code: Type.String(),
        name: Type.String(),
        unitId: Type.Optional(Type.String()),
        validFrom: Type.Optional(Day),
        validTo: Type.Optional(Day),
        externalId: Type.Optional(Type.String()),
        state: Type.Enum(['ACTIVE', 'ENDED'], {
          description: '`ENDED`: somebody ended it. `validFrom` and `validTo` hold besides.',
        }),
        createdAt: Instant,
        changedAt: Instant,
        endedAt: Type.Optional(Instant),
      },
      { examples: [{ id, ...examples[kind], state: 'ACTIVE', createdAt: at, changedAt: at }] },
    ),
  }
}

export const codeSchemas = Object.fromEntries(
  codeKindNames.map((kind) => [kind, schemasOf(kind)]),
) as Readonly<Record<CodeKind, ReturnType<typeof schemasOf>>>

export type CodeView = Static<ReturnType<typeof schemasOf>['view']>

export function viewCode(code: AccountingCode): CodeView {
  const { id, name, unitId, validFrom, validTo, externalId, endedAt } = code
  return {
    id,
    code: code.code,
    name,
    ...(unitId !== undefined && { unitId }),
    ...(validFrom !== undefined && { validFrom }),
    ...(validTo !== undefined && { validTo }),
    ...(externalId !== undefined && { externalId }),
    state: endedAt ? 'ENDED' : 'ACTIVE',
    createdAt: code.createdAt.toISOString(),
    changedAt: code.changedAt.toISOString(),
    ...(endedAt && { endedAt: endedAt.toISOString() }),
  }
}

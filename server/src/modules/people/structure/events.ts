import { Type } from 'typebox'
import { defineEvent } from '#platform/outbox'
import { type AccountingCode, codeKindNames } from './codes/code.ts'
import { type Unit, unitKinds } from './units/unit.ts'

const facts = { version: 1, entity: 'company_unit', public: true } as const

const unitData = {
  unitId: Type.String(),
  name: Type.String(),
  kind: Type.Enum([...unitKinds]),
  parentId: Type.Optional(Type.String({ description: 'Absent: the unit stands at the top.' })),
  externalId: Type.Optional(Type.String()),
}

const example = {
  unitId: 'unt_01m7xb82dw3khw78phh28dvacd',
  name: 'Plant Hamburg',
  kind: 'SITE' as const,
  parentId: 'unt_01m7x9v1c40e5rk2m8w3tq6zna',
  externalId: '1100',
}

const described = (description: string) => Type.Object(unitData, { description })

export const UnitCreated = defineEvent({
  ...facts,
  type: 'company.unit_created',
  data: described('A unit of the company was created.'),
  example,
})

export const UnitChanged = defineEvent({
  ...facts,
  type: 'company.unit_changed',
  data: described('The name, the kind, the parent or the external id of a unit was changed.'),
  example,
})

export const UnitEnded = defineEvent({
  ...facts,
  type: 'company.unit_ended',
  data: described('A unit of the company has ended. Nothing belongs to it any more.'),
  example,
})

const codeFacts = { version: 1, entity: 'accounting_code', public: true } as const

const Day = Type.Optional(Type.String({ format: 'date' }))
const codeData = {
  codeId: Type.String(),
  kind: Type.Enum([...codeKindNames]),
  code: Type.String(),
  name: Type.String(),
  unitId: Type.Optional(Type.String()),
  validFrom: Day,
  validTo: Day,
  externalId: Type.Optional(Type.String()),
}

const codeExample = {
  codeId: 'cce_01m7xb82dw3khw78phh28dvacd',
  kind: 'COST_CENTER' as const,
  code: '4711',
  name: 'Workshop',
  unitId: 'unt_01m7xb82dw3khw78phh28dvacd',
}

const aboutCode = (description: string) => Type.Object(codeData, { description })

export const CodeCreated = defineEvent({
  ...codeFacts,
  type: 'company.accounting_code_created',
  data: aboutCode('A cost centre, a GL account or a project of the company was created.'),
  example: codeExample,
})

export const CodeChanged = defineEvent({
  ...codeFacts,
  type: 'company.accounting_code_changed',
  data: aboutCode('A cost centre, a GL account or a project was changed, or opened again.'),
  example: codeExample,
})

export const CodeEnded = defineEvent({
  ...codeFacts,
  type: 'company.accounting_code_ended',
  data: aboutCode('A cost centre, a GL account or a project has ended. New orders cannot name it.'),
  example: codeExample,
})

export const structureEvents = [
  UnitCreated,
  UnitChanged,
  UnitEnded,
  CodeCreated,
  CodeChanged,
  CodeEnded,
]

export function unitDataOf({ id, name, kind, parentId, externalId }: Unit) {
  return {
    unitId: id,
    name,
    kind,
    ...(parentId !== undefined && { parentId }),
    ...(externalId !== undefined && { externalId }),
  }
}

export function codeDataOf(given: AccountingCode) {
  const { id, kind, code, name, unitId, validFrom, validTo, externalId } = given
  return {
    codeId: id,
    kind,
    code,
    name,
    ...(unitId !== undefined && { unitId }),
    ...(validFrom !== undefined && { validFrom }),
    ...(validTo !== undefined && { validTo }),
    ...(externalId !== undefined && { externalId }),
  }
}

import { Type } from 'typebox'
import { defineEvent } from '#platform/outbox'
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

export const structureEvents = [UnitCreated, UnitChanged, UnitEnded]

export function unitDataOf({ id, name, kind, parentId, externalId }: Unit) {
  return {
    unitId: id,
    name,
    kind,
    ...(parentId !== undefined && { parentId }),
    ...(externalId !== undefined && { externalId }),
  }
}

import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('structure', {
  unit_not_found: {
    status: 404,
    message: 'Your company has no such unit. Take the id from the list of units.',
    details: { unitId: Type.String() },
  },
  unit_unknown: {
    status: 422,
    message:
      'Your company has no such unit, or it has ended. Take the id of an active unit from the list of units.',
    details: { unitId: Type.String() },
  },
  unit_circle: {
    status: 422,
    message:
      'A unit cannot stand below itself or below one of its own units. Choose another parent, or move that one first.',
    details: { unitId: Type.String(), parentId: Type.String() },
  },
  unit_too_deep: {
    status: 422,
    message:
      'The tree of units can have at most 8 levels, and this change would need more. Choose a parent that stands higher.',
    details: { parentId: Type.String(), levelsMax: Type.Integer() },
  },
  units_limit_reached: {
    status: 422,
    message: 'A company can have at most 2000 active units. End one that you no longer need.',
    details: { limit: Type.Integer() },
  },
  unit_in_use: {
    status: 409,
    message:
      'Members or units still belong to this unit; the details say how many. Change where they belong, or end them first.',
    details: { members: Type.Integer(), units: Type.Integer() },
  },
  unit_ended: {
    status: 409,
    message: 'This unit has ended and does not change any more. Add a new unit instead.',
    details: { unitId: Type.String() },
  },
  unit_external_id_taken: {
    status: 409,
    message:
      'Another active unit has this external id; details.unitId is the one. Change that unit, or send another external id.',
    details: { externalId: Type.String(), unitId: Type.String() },
  },
})

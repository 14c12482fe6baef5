import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'
import { codeKindNames } from './codes/code.ts'
import { importColumns, rowProblems } from './codes/importing/import-names.ts'

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
  unit_not_allowed: {
    status: 403,
    message:
      'Your roles do not let you buy for this unit. Choose one for which you have a role that orders.',
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
      'Members, open invitations, units, accounting codes, active budgets or addresses still belong to this unit; the details say how many, and count invitations as members. Change where they belong, or end them first.',
    details: {
      members: Type.Integer(),
      units: Type.Integer(),
      codes: Type.Integer(),
      budgets: Type.Integer(),
      addresses: Type.Integer(),
    },
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
  code_not_found: {
    status: 404,
    message:
      'Your company has no such cost centre, GL account or project. Take the id from the list.',
    details: { id: Type.String() },
  },
  code_unknown: {
    status: 422,
    message:
      'Your company keeps a list, and you name a code that is not on it, has ended or is not valid today. Send a code of the list; details.codes has the nearest ones.',
    details: {
      kind: Type.Enum([...codeKindNames]),
      codes: Type.Array(
        Type.Object({
          kind: Type.Enum([...codeKindNames]),
          code: Type.String(),
          reason: Type.Enum(['UNKNOWN', 'ENDED', 'NOT_VALID_TODAY']),
          nearest: Type.Array(Type.String()),
        }),
      ),
    },
  },
  code_taken: {
    status: 409,
    message:
      'The list has this code, or one that differs only in case or blanks; details.id is the one. Change that one, or send another code.',
    details: { code: Type.String(), id: Type.String() },
  },
  code_external_id_taken: {
    status: 409,
    message:
      'Another code of the list has this external id; details.id is the one. Change that one, or send another external id.',
    details: { externalId: Type.String(), id: Type.String() },
  },
  code_period_invalid: {
    status: 422,
    message: 'The last day is before the first day. Send a validTo that is not before validFrom.',
    details: { validFrom: Type.String(), validTo: Type.String() },
  },
  code_ended: {
    status: 409,
    message: 'This code has ended and does not change any more. Reopen it first.',
    details: { id: Type.String() },
  },
  code_not_ended: {
    status: 409,
    message: 'This code has not ended, so nothing was changed. Use it as it is.',
    details: { id: Type.String() },
  },
  codes_limit_reached: {
    status: 422,
    message:
      'A list can have at most 50000 codes, with those that have ended. Change an existing one.',
    details: { limit: Type.Integer() },
  },
  import_too_large: {
    status: 413,
    message: 'The file is too large; the details say how large it can be. Send it in parts.',
    details: { rowsMax: Type.Integer(), bytesMax: Type.Integer() },
  },
  import_malformed: {
    status: 422,
    message:
      'A record of the file does not end; details.line is where it begins. Close the quote that is open.',
    details: { line: Type.Integer() },
  },
  import_columns_missing: {
    status: 422,
    message:
      'The first line of the file does not name the columns in details.columns. Use the column names of the downloaded file.',
    details: { columns: Type.Array(Type.String()) },
  },
  import_has_problems: {
    status: 422,
    message:
      'Lines of the file have problems, so nothing was imported. Correct the lines that details.problems names, and request a new preview.',
    details: {
      count: Type.Integer(),
      problems: Type.Array(
        Type.Object({
          line: Type.Integer(),
          column: Type.Optional(Type.Enum([...importColumns])),
          problem: Type.Enum([...rowProblems]),
        }),
      ),
    },
  },
  import_differs: {
    status: 409,
    message:
      'The file or the list has changed since the preview, so nothing was imported. Request a new preview, and send its digest.',
    details: { digest: Type.String() },
  },
})

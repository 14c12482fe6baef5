import { answers, type Http, ok, type Routes } from '#platform/http'
import type { Structure } from '../service.ts'
import { ChangeUnitBody, CreateUnitBody, UnitParams, UnitView, viewUnit } from './unit-schemas.ts'

const tags = ['Company structure']
const url = '/api/v1/company/units'
const one = `${url}/:unitId`
const misplaced = ['structure.unit_unknown', 'structure.unit_circle', 'structure.unit_too_deep']

export function unitRoutes(structure: Structure): Routes {
  return async (http) => {
    addReading(http, structure)
    addCreating(http, structure)
    addChanging(http, structure)
    addEnding(http, structure)
  }
}

function addReading(http: Http, structure: Structure): void {
  http.route({
    method: 'GET',
    url: one,
    config: { access: 'requester:read', operatorsToo: true, fails: ['structure.unit_not_found'] },
    schema: {
      operationId: 'getUnit',
      summary: 'Get a unit',
      tags,
      params: UnitParams,
      response: answers(UnitView),
    },
    handler: async ({ actor, params }) => ok(viewUnit(await structure.unit(actor, params.unitId))),
  })
}

function addCreating(http: Http, structure: Structure): void {
  http.route({
    method: 'POST',
    url,
    config: {
      access: 'company_admin',
      operatorsToo: true,
      fails: [
        'structure.unit_unknown',
        'structure.unit_too_deep',
        'structure.units_limit_reached',
        'structure.unit_external_id_taken',
      ],
    },
    schema: {
      operationId: 'createUnit',
      summary: 'Create a unit',
      description:
        'Units form a tree of at most 8 levels. A company can have several units at the top.',
      tags,
      body: CreateUnitBody,
      response: answers(UnitView, { status: 201 }),
    },
    handler: async ({ actor, body }) => ok(viewUnit(await structure.createUnit(actor, body))),
  })
}

function addChanging(http: Http, structure: Structure): void {
  http.route({
    method: 'PATCH',
    url: one,
    config: {
      access: 'company_admin',
      operatorsToo: true,
      fails: [
        'structure.unit_not_found',
        'structure.unit_ended',
        'structure.unit_external_id_taken',
        ...misplaced,
      ],
    },
    schema: {
      operationId: 'changeUnit',
      summary: 'Change a unit',
      description: 'A new parent moves the unit with everything below it.',
      tags,
      params: UnitParams,
      body: ChangeUnitBody,
      response: answers(UnitView),
    },
    handler: async ({ actor, params, body }) =>
      ok(viewUnit(await structure.changeUnit(actor, params.unitId, body))),
  })
}

function addEnding(http: Http, structure: Structure): void {
  http.route({
    method: 'POST',
    url: `${one}/end`,
    config: {
      access: 'company_admin',
      operatorsToo: true,
      fails: ['structure.unit_not_found', 'structure.unit_ended', 'structure.unit_in_use'],
    },
    schema: {
      operationId: 'endUnit',
      summary: 'End a unit',
      description:
        'Nothing may belong to the unit: move its members, or end them with the units below it first. The unit stays in the list, because older records name it.',
      tags,
      params: UnitParams,
      response: answers(UnitView),
    },
    handler: async ({ actor, params }) =>
      ok(viewUnit(await structure.endUnit(actor, params.unitId))),
  })
}

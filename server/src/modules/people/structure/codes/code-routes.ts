import { answers, type Http, ok, type Routes } from '#platform/http'
import type { Structure } from '../service.ts'
import { type CodeKind, codeKindNames, codeKinds } from './code.ts'
import { CodeParams, codeSchemas, viewCode } from './code-schemas.ts'

const tags = ['Company structure']
const unfit = [
  'structure.code_taken',
  'structure.code_external_id_taken',
  'structure.code_period_invalid',
  'structure.unit_unknown',
]

/** Cost centres, GL accounts and projects have the same routes. */
export function codeRoutes(structure: Structure): Routes {
  return async (http) => {
    for (const kind of codeKindNames) {
      addReading(http, structure, kind)
      addWriting(http, structure, kind)
      addEnding(http, structure, kind)
    }
  }
}

function addReading(http: Http, structure: Structure, kind: CodeKind): void {
  const { url, name, what } = codeKinds[kind]
  http.route({
    method: 'GET',
    url: `${url}/:codeId`,
    config: { access: 'requester:read', operatorsToo: true, fails: ['structure.code_not_found'] },
    schema: {
      operationId: `get${name}`,
      summary: `Get a ${what}`,
      tags,
      params: CodeParams,
      response: answers(codeSchemas[kind].view),
    },
    handler: async ({ actor, params }) =>
      ok(viewCode(await structure.code(actor, kind, params.codeId))),
  })
}

function addWriting(http: Http, structure: Structure, kind: CodeKind): void {
  const { url, name, what } = codeKinds[kind]
  const { create, change, view } = codeSchemas[kind]
  const config = { access: 'company_admin', operatorsToo: true } as const
  http.route({
    method: 'POST',
    url,
    config: { ...config, fails: ['structure.codes_limit_reached', ...unfit] },
    schema: {
      operationId: `create${name}`,
      summary: `Create a ${what}`,
      description: `From the first ${what} on, your company keeps a list. Two codes that differ only in case or blanks are refused.`,
      tags,
      body: create,
      response: answers(view, { status: 201 }),
    },
    handler: async ({ actor, body }) => ok(viewCode(await structure.createCode(actor, kind, body))),
  })
  http.route({
    method: 'PATCH',
    url: `${url}/:codeId`,
    config: { ...config, fails: ['structure.code_not_found', 'structure.code_ended', ...unfit] },
    schema: {
      operationId: `change${name}`,
      summary: `Change a ${what}`,
      description: 'Orders that are already placed keep the code that they were placed with.',
      tags,
      params: CodeParams,
      body: change,
      response: answers(view),
    },
    handler: async ({ actor, params, body }) =>
      ok(viewCode(await structure.changeCode(actor, { kind, id: params.codeId }, body))),
  })
}

function addEnding(http: Http, structure: Structure, kind: CodeKind): void {
  const { url, name, what } = codeKinds[kind]
  const actions = [
    {
      path: 'end',
      verb: 'End',
      isEnded: true,
      fails: ['structure.code_ended'],
      description: `New orders cannot name it any more. It stays in the list, because older orders name it.`,
    },
    {
      path: 'reopen',
      verb: 'Reopen',
      isEnded: false,
      fails: ['structure.code_not_ended', 'structure.unit_unknown'],
      description: `New orders can name it again.`,
    },
  ] as const
  for (const { path, verb, isEnded, fails, description } of actions) {
    http.route({
      method: 'POST',
      url: `${url}/:codeId/${path}`,
      config: {
        access: 'company_admin',
        operatorsToo: true,
        fails: ['structure.code_not_found', ...fails],
      },
      schema: {
        operationId: `${path}${name}`,
        summary: `${verb} a ${what}`,
        description,
        tags,
        params: CodeParams,
        response: answers(codeSchemas[kind].view),
      },
      handler: async ({ actor, params }) =>
        ok(viewCode(await structure.setCodeEnded(actor, { kind, id: params.codeId }, isEnded))),
    })
  }
}

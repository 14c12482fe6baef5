import assert from 'node:assert/strict'
import { Type } from 'typebox'
import { definedFailures } from '#kernel/failure'
import { definedRoles } from '#kernel/roles'
import { Refusal } from '../answering/envelope.ts'
import { exampleAddress } from '../answering/failure-docs.ts'
import type { RegisteredRoute } from '../registration.ts'
import { parameters, refusalResponses, responseHeaders, unchanged } from './components.ts'
import type { DocumentOptions } from './document-options.ts'
import { operationOf, tagsOf, templateOf } from './operation.ts'
import { createSchemaRegistry, type Json, type SchemaRegistry } from './schemas.ts'
import { securitySchemes } from './security.ts'
import { webhookParameters, webhooksOf } from './webhooks.ts'

const about = `Search a catalogue, fill a cart, check out, pay and follow the order.

Every JSON answer is one envelope: \`{success, data, meta}\` when it went well, \`{success, meta, error}\` when it did
not. Switch on \`meta.code\`; show people \`error\`; tell support \`meta.requestId\`.

A POST that carries an \`Idempotency-Key\` may be repeated: it has one effect, and one answer, for seven days.
Lists take \`limit\` and \`cursor\`; the next page's cursor is in \`meta.nextCursor\`, and absent on the last page.
Money is a decimal string with its currency. Instants are RFC 3339 in UTC.`

/** The document of the routes that are registered. There is no second description that could differ from them. */
export function openapiOf(routes: readonly RegisteredRoute[], options: DocumentOptions): Json {
  const documented = routes.filter((route) => route.operationId && !route.schema?.hide)
  const schemas = createSchemaRegistry()
  const refusal = schemas.place(Refusal)
  const paths = pathsOf(documented, schemas)
  const webhooks = webhooksOf(options.webhooks ?? [], schemas)
  const servers = serversOf(options.publicUrl)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Purveyor',
      summary: 'B2B procurement.',
      description: about,
      version: options.version,
      contact: { name: 'The operators of this deployment', url: `${servers[0]?.url}/docs` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers,
    tags: tagsWithDescriptions(documented, options.tagDescriptions),
    paths,
    ...(Object.keys(webhooks).length > 0 && { webhooks }),
    'x-failure-codes': failureCodes(schemas),
    'x-roles': namesOfRoles(),
    components: {
      securitySchemes,
      ...usedComponents(
        { paths, webhooks },
        {
          parameters: { ...parameters, ...webhookParameters },
          responses: { ...refusalResponses(refusal), Unchanged: unchanged },
          headers: responseHeaders,
        },
      ),
      schemas: schemas.components(),
    },
  }
}

/**
 * Explains each code of `meta.code`: what happened, what to do, and the schema of `meta.details` if it has any. Nothing refers to these
 * schemas, so a record that only they have is no component.
 */
function failureCodes(schemas: SchemaRegistry): Json {
  const codes = [...definedFailures()].map(([code, { status, message, details }]) => [
    code,
    {
      status,
      description: message,
      ...(details && { details: schemas.placeKnown(Type.Object(details)) }),
    },
  ])
  return Object.fromEntries(codes)
}

/** What people call each role, in the languages of the service. */
function namesOfRoles(): Json {
  return Object.fromEntries(Object.entries(definedRoles).map(([role, { names }]) => [role, names]))
}

/** Absolute, so that a tool that gets the document as a file knows which part to replace by the address of a deployment. */
function serversOf(publicUrl = exampleAddress) {
  const url = publicUrl.replace(/\/+$/, '')
  const description = 'The address of your deployment: local, staging or production.'
  return [{ url, description, 'x-internal': false }]
}

function tagsWithDescriptions(
  routes: readonly RegisteredRoute[],
  descriptions: Readonly<Record<string, string>> | undefined,
) {
  return [...new Set(routes.flatMap(tagsOf))].sort().map((name) => {
    assert(!descriptions || name in descriptions, `${name} is no tag of the API`)
    return { name, description: descriptions?.[name] ?? `Operations on ${name}.` }
  })
}

function pathsOf(routes: readonly RegisteredRoute[], schemas: SchemaRegistry): Json {
  const paths: Record<string, Record<string, Json>> = {}
  const inOrder = [...routes].sort((one, other) => (one.url < other.url ? -1 : 1))
  for (const route of inOrder) {
    const path = templateOf(route.url)
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = operationOf(route, schemas)
  }
  return paths
}

/** A linter rejects a component that nothing references. Refusals reference headers too. */
function usedComponents(users: Json, components: Readonly<Record<string, Json>>): Json {
  const referring = JSON.stringify([users, components.responses])
  return Object.fromEntries(
    Object.entries(components).map(([kind, parts]) => [
      kind,
      Object.fromEntries(
        Object.entries(parts).filter(([name]) =>
          referring.includes(`"#/components/${kind}/${name}"`),
        ),
      ),
    ]),
  )
}

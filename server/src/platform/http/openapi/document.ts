import { Refusal } from '../envelope.ts'
import type { RegisteredRoute } from '../registration.ts'
import { parameters, refusalResponses, responseHeaders } from './components.ts'
import { operationOf, tagsOf } from './operation.ts'
import { createSchemaRegistry, type Json, type SchemaRegistry } from './schemas.ts'
import { securitySchemes } from './security.ts'

const about = `Search a catalogue, fill a cart, check out, pay and follow the order.

Every JSON answer is one envelope: \`{success, data, meta}\` when it went well, \`{success, meta, error}\` when it did
not. Switch on \`meta.code\`; show people \`error\`; tell support \`meta.requestId\`.

A POST that carries an \`Idempotency-Key\` may be repeated: it has one effect, and one answer, for seven days.
Lists take \`limit\` and \`cursor\`; the next page's cursor is in \`meta.nextCursor\`, and absent on the last page.
Money is a decimal string with its currency. Instants are RFC 3339 in UTC.`

/** The document of what is really registered: there is no second description of a route that could differ. */
export function openapiOf(
  routes: readonly RegisteredRoute[],
  version: string,
  tagDescriptions: Readonly<Record<string, string>> = {},
): Json {
  const documented = routes.filter((route) => route.operationId && !route.schema?.hide)
  const schemas = createSchemaRegistry()
  const refusal = schemas.place(Refusal)
  const paths = pathsOf(documented, schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Purveyor',
      summary: 'B2B procurement.',
      description: about,
      version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: '/',
        description: 'The service that this document came from: local, staging or production.',
        'x-internal': false,
      },
    ],
    tags: tagNames(documented).map((name) => ({
      name,
      description: tagDescriptions[name] ?? `Operations on ${name}.`,
    })),
    paths,
    components: {
      securitySchemes,
      ...usedComponents(paths, {
        parameters,
        responses: refusalResponses(refusal),
        headers: responseHeaders,
      }),
      schemas: schemas.components(),
    },
  }
}

function tagNames(routes: readonly RegisteredRoute[]): string[] {
  return [...new Set(routes.flatMap(tagsOf))].sort()
}

function pathsOf(routes: readonly RegisteredRoute[], schemas: SchemaRegistry): Json {
  const paths: Record<string, Record<string, Json>> = {}
  const inOrder = [...routes].sort((one, other) => (one.url < other.url ? -1 : 1))
  for (const route of inOrder) {
    const path = route.url.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = operationOf(route, schemas)
  }
  return paths
}

/** A component that nothing points to is a mistake in the eyes of a linter. Refusals point to headers in turn. */
function usedComponents(paths: Json, components: Readonly<Record<string, Json>>): Json {
  const referring = JSON.stringify([paths, components.responses])
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

import type { RouteOptions } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { type Access, isAccess } from './guarding/accesses.ts'
import { unlimitedLists } from './reading/body-shape.ts'
import type { RouteEntry } from './types.ts'

/** Under these prefixes every answer is the envelope, and every route is in the OpenAPI document. */
const documentedPath = /^\/(?:api\/v1|auth|notifications|admin)(?:\/|$)/

/** The health surfaces are for people too. */
const surface = /^\/health\/(?:detailed|ops)$/

/** Routes for people take `?locale=`, except one that has a parameter of this name for something else. */
export function acceptsLocale({ url, access, schema }: LocalisedRoute): boolean {
  const own = (schema?.querystring as { properties?: object } | undefined)?.properties
  return (
    (documentedPath.test(url) || surface.test(url)) &&
    access !== 'signed' &&
    !(own && 'locale' in own)
  )
}

type LocalisedRoute = {
  readonly url: string
  readonly access: Access
  readonly schema?: RouteOptions['schema']
}

const NoBody = Type.Optional(Type.Union([Type.Object({}), Type.Null()]))

export type RegisteredRoute = RouteEntry & {
  readonly schema: RouteOptions['schema']
  readonly config: RouteOptions['config']
}

/** Checks each route as it is registered. An error stops the start, and names the route. */
export function inspectRoute(route: RouteOptions, found: RegisteredRoute[]): void {
  const name = `${[route.method].flat().join(',')} ${route.url}`
  const access = route.config?.access
  if (!isAccess(access)) throw new Error(`${name} does not declare its access`)
  const { schema } = route
  if (documentedPath.test(route.url) && !schema?.hide) {
    if (!schema?.operationId) throw new Error(`${name} has no operationId`)
    if (!schema.response) throw new Error(`${name} does not declare its answers`)
  }
  if (access === 'signed' && schema?.body) {
    throw new Error(`${name} is signed: its body is checked by its handler, after the signature`)
  }
  const [unlimited] = unlimitedLists(schema?.body)
  if (unlimited) throw new Error(`${name}: the list ${unlimited} has no maxItems`)
  const described = { ...schema, params: schema?.params ?? paramsOf(route.url) }
  for (const method of [route.method].flat()) {
    // Fastify adds a HEAD route to each GET by itself.
    if (method === 'HEAD') continue
    const operationId = schema?.operationId
    const isTaken = operationId && found.some((other) => other.operationId === operationId)
    if (isTaken) throw new Error(`${name}: operation ${operationId} is registered already`)
    found.push({
      method,
      url: route.url,
      access,
      operationId,
      schema: described,
      config: route.config,
    })
  }
}

/** Bodies for sign-in and operator routes are small. A route may set another limit. */
const smallBodies = /^\/(?:auth|admin|notifications)(?:\/|$)/
const smallBodyLimitBytes = 65_536

export function limitBody(route: RouteOptions): void {
  if (smallBodies.test(route.url)) route.bodyLimit ??= smallBodyLimitBytes
}

/** A route that declares no body, query or parameters accepts none: these are closed too. */
export function closeUndeclared(route: RouteOptions): void {
  const schema = { ...route.schema }
  const takesBody = [route.method]
    .flat()
    .some((method) => /^(?:POST|PUT|PATCH|DELETE)$/.test(method))
  const isRead = route.config?.access === 'signed' || route.config?.streamed !== undefined
  if (takesBody && !isRead) schema.body ??= NoBody
  schema.querystring ??= Type.Object({})
  schema.params ??= paramsOf(route.url)
  route.schema = schema
}

function paramsOf(url: string): TSchema {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
  const open = url.includes('*')
  return Type.Object(Object.fromEntries(names.map((name) => [name, Type.String()])), {
    additionalProperties: open,
  })
}

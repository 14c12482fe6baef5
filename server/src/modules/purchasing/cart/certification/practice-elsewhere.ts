import type { FastifyRequest } from 'fastify'
import { failPlatform } from '#platform/http'

const header = 'x-practice-cart'

/**
 * A hook for every route: where practice carts do not exist, a change that names one would change real data. Reading
 * does no harm.
 */
export async function assertPracticeHere(request: FastifyRequest): Promise<void> {
  if (request.headers[header] === undefined || request.method === 'GET') return
  const headers = request.routeOptions.schema?.headers as { properties?: object } | undefined
  if (headers?.properties && header in headers.properties) return
  const message =
    'is for the routes of the cart alone: nothing else can be changed on a practice cart. Leave it out here'
  throw failPlatform('request_invalid', { problems: [{ path: `headers.${header}`, message }] })
}

import { Writable } from 'node:stream'
import type { Principal, Role } from '#kernel/actor'
import { scopesOfRoles } from '#kernel/actor'
import { createLog, type Log } from '#platform/telemetry'
import { anHttp as anHttpOf } from '#testing/http'
import type { Http, HttpOptions, Routes } from './types.ts'

/** A server with the given routes. Callers identify themselves in `x-api-key`: `buyer`, `reader`, `operator` ... */
export async function anHttp(
  routes: Routes = async () => undefined,
  options: Partial<HttpOptions> = {},
): Promise<Http> {
  return anHttpOf(routes, { callers, ...options })
}

const person = (role: Role, companyId: `co_${string}`) =>
  ({
    kind: 'person',
    id: `usr_${role}_${companyId}`,
    companyId,
    roles: new Set([role]),
    scopes: scopesOfRoles([role]),
    sessionId: 'ses_1',
  }) satisfies Principal

export const callers: Readonly<Record<string, Principal>> = {
  buyer: person('buyer', 'co_one'),
  otherBuyer: person('buyer', 'co_two'),
  requester: person('requester', 'co_one'),
  admin: person('company_admin', 'co_one'),
  operator: person('operator', 'co_platform'),
  reader: {
    kind: 'api_key',
    id: 'key_reader',
    companyId: 'co_one',
    roles: new Set(),
    scopes: new Set(['orders:read']),
  },
  writer: {
    kind: 'api_key',
    id: 'key_writer',
    companyId: 'co_one',
    roles: new Set(),
    scopes: new Set(['orders:read', 'orders:write']),
  },
  slow: {
    kind: 'api_key',
    id: 'key_slow',
    companyId: 'co_one',
    roles: new Set(),
    scopes: new Set(['orders:read']),
    requestsPerMinute: 1,
  },
  app: {
    kind: 'oauth_app',
    id: 'usr_of_app',
    companyId: 'co_one',
    roles: new Set(['operator', 'company_admin']),
    scopes: new Set(['orders:read']),
  },
}

export const as = (caller: keyof typeof callers & string) => ({ 'x-api-key': caller })

/** A log that keeps its lines. */
export function aLogOf(lines: string[]): Log {
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString())
      done()
    },
  })
  return createLog({ level: 'trace', destination })
}

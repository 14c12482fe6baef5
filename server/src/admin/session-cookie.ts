import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Seal } from '#platform/seal'
import { PrincipalView } from './principal.ts'

export const AdminSession = Type.Object({
  accessToken: Type.String(),
  refreshToken: Type.String(),
  /** When the access token ends, in milliseconds since 1970. */
  accessUntil: Type.Integer(),
  /** Whom the tokens stood for when they were issued. */
  principal: PrincipalView,
})

/** All that is kept of somebody who is signed in, and it is kept by the browser: sealed, so that no script can read it. */
export type AdminSession = Static<typeof AdminSession>

export type SessionCookie = {
  /** Undefined where there is none, or one that this runtime did not seal. */
  read(request: FastifyRequest): AdminSession | undefined
  write(reply: FastifyReply, session: AdminSession): void
  clear(reply: FastifyReply): void
}

const place = 'admin|session|cookie'

/**
 * `__Host-` makes browsers insist on Secure and on this very host. Over plain http, which is for a local start only,
 * browsers would drop it, so there the name is without it.
 */
export function createSessionCookie(seal: Seal, isSecure: boolean): SessionCookie {
  const name = isSecure ? '__Host-purveyor_admin' : 'purveyor_admin'
  const attributes = `Path=/; HttpOnly;${isSecure ? ' Secure;' : ''} SameSite=Strict`
  return {
    read: (request) => {
      const sealed = cookieNamed(name, request.headers.cookie ?? '')
      return sealed ? open(seal, sealed) : undefined
    },
    // No Max-Age: it ends with the browser, and nothing of it is written to a disk of ours.
    write: (reply, session) => {
      const value = seal.seal(JSON.stringify(session), place)
      reply.header('set-cookie', `${name}=${value}; ${attributes}`)
    },
    clear: (reply) => {
      reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`)
    },
  }
}

/** What is sealed is letters, digits and `.-_`, so nothing was escaped on its way out. */
function cookieNamed(name: string, header: string): string | undefined {
  const pair = header.split(';').find((part) => part.trim().startsWith(`${name}=`))
  return pair?.trim().slice(name.length + 1)
}

function open(seal: Seal, sealed: string): AdminSession | undefined {
  try {
    const session: unknown = JSON.parse(seal.open(sealed, place))
    return Value.Check(AdminSession, session) ? session : undefined
  } catch {
    return undefined
  }
}

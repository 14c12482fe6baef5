import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Seal } from '#platform/seal'
import { PrincipalView } from './principal.ts'

export const AdminSession = Type.Object({
  accessToken: Type.String(),
  refreshToken: Type.String(),
  /** When the access token expires, in milliseconds since 1970. */
  accessUntil: Type.Integer(),
  /** The principal for whom the tokens were issued. */
  principal: PrincipalView,
})

/** Everything that is stored about a person who is signed in. The browser stores it, sealed, so that no script can read it. */
export type AdminSession = Static<typeof AdminSession>

export type SessionCookie = {
  /** Undefined without a cookie, or when this runtime did not seal the cookie. */
  read(request: FastifyRequest): AdminSession | undefined
  write(reply: FastifyReply, session: AdminSession): void
  clear(reply: FastifyReply): void
}

type CookieKind = {
  readonly name: string
  /** The place for which the value is sealed. A value of other pages does not open there. */
  readonly place: string
  readonly sameSite: 'Strict' | 'Lax'
}

const cookieKinds = {
  admin: { name: 'purveyor_admin', place: 'admin|session|cookie', sameSite: 'Strict' },
  // A link in a mail leads to these pages, often from the page of a mail service. Lax lets that request carry the cookie.
  account: { name: 'purveyor_account', place: 'account|session|cookie', sameSite: 'Lax' },
} as const satisfies Record<string, CookieKind>

/**
 * `__Host-` makes browsers require Secure and exactly this host. Over plain http, which only a local start uses, browsers would
 * drop such a cookie, so there the name has no prefix.
 */
export function createSessionCookie(
  seal: Seal,
  isSecure: boolean,
  pages: keyof typeof cookieKinds = 'admin',
): SessionCookie {
  const { name: plainName, place, sameSite } = cookieKinds[pages]
  const name = isSecure ? `__Host-${plainName}` : plainName
  const attributes = `Path=/; HttpOnly;${isSecure ? ' Secure;' : ''} SameSite=${sameSite}`
  return {
    read: (request) => {
      const sealed = cookieNamed(name, request.headers.cookie ?? '')
      return sealed ? open(seal, sealed, place) : undefined
    },
    // No Max-Age: the cookie ends with the browser session, and this service writes none of it to a disk.
    write: (reply, session) => {
      const value = seal.seal(JSON.stringify(session), place)
      reply.header('set-cookie', `${name}=${value}; ${attributes}`)
    },
    clear: (reply) => {
      reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`)
    },
  }
}

/** A sealed text contains only letters, digits and `.-_`, so it needs no unescaping. */
function cookieNamed(name: string, header: string): string | undefined {
  const pair = header.split(';').find((part) => part.trim().startsWith(`${name}=`))
  return pair?.trim().slice(name.length + 1)
}

function open(seal: Seal, sealed: string, place: string): AdminSession | undefined {
  try {
    const session: unknown = JSON.parse(seal.open(sealed, place))
    return Value.Check(AdminSession, session) ? session : undefined
  } catch {
    return undefined
  }
}

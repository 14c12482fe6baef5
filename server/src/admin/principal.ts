import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { PrincipalView as AnsweredPrincipal, principalExample } from '#modules/identity'
import { failIdentity } from '#platform/http'

/** The answer of `GET /auth/me`. Fields that the API gains later are kept. */
export const PrincipalView = record(
  'SignedInOperator',
  'The operator who is signed in.',
  AnsweredPrincipal.properties,
  {
    additionalProperties: true,
    examples: [{ ...principalExample, roles: ['operator'] }],
  },
)

export type PrincipalView = Static<typeof PrincipalView>

export const Tokens = Type.Object(
  {
    accessToken: Type.String({ minLength: 1 }),
    refreshToken: Type.String({ minLength: 1 }),
    expiresIn: Type.Integer({ minimum: 1 }),
  },
  { additionalProperties: true },
)

export type Tokens = Static<typeof Tokens>

export function isOperator(principal: PrincipalView): boolean {
  return principal.kind === 'person' && principal.roles.includes('operator')
}

export function requireOperator(principal: PrincipalView): void {
  if (!isOperator(principal)) throw failIdentity('access_denied', { needs: 'operator' })
}

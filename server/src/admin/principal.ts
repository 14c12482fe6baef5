import { type Static, Type } from 'typebox'

/** What `GET /auth/me` answers. Fields that the API gains later are kept. */
export const PrincipalView = Type.Object(
  {
    id: Type.String(),
    kind: Type.String(),
    email: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    companyId: Type.String(),
    roles: Type.Array(Type.String()),
    scopes: Type.Array(Type.String()),
    sessionId: Type.Optional(Type.String()),
    expiresAt: Type.Optional(Type.String({ format: 'date-time' })),
  },
  {
    additionalProperties: true,
    examples: [
      {
        id: 'usr_01m7xb82dw3khw78phh28dvacd',
        kind: 'person',
        email: 'operator@example.com',
        name: 'Olga Operator',
        companyId: 'co_01m7xb82dw3khw78phh28dvacd',
        roles: ['operator'],
        scopes: ['products:read'],
        sessionId: 'ses_01m7xb82dw3khw78phh28dvacd',
        expiresAt: '2026-01-02T03:14:05.000Z',
      },
    ],
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

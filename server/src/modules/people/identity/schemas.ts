import { Type } from 'typebox'
import type { Principal } from '#kernel/actor'
import { record } from '#kernel/record'
import { LocaleName } from './locale-name.ts'
import type { Company } from './members/companies/company.ts'
import { UnitRoles } from './members/member-schemas.ts'

const Instant = Type.String({ format: 'date-time' })

export const SignInBody = record(
  'SignIn',
  'The mail address and the password of a person.',
  {
    email: Type.String({ minLength: 3, maxLength: 254 }),
    password: Type.String({ minLength: 1, maxLength: 512 }),
  },
  { examples: [{ email: 'buyer@example.com', password: 'correct horse battery staple' }] },
)

export const RefreshBody = record(
  'RefreshSession',
  'The refresh token of the session.',
  { refreshToken: Type.String({ minLength: 1, maxLength: 4096 }) },
  { examples: [{ refreshToken: '<REFRESH_TOKEN>' }] },
)

export const SessionTokensView = record(
  'SessionTokens',
  'The tokens of a session.',
  {
    accessToken: Type.String(),
    refreshToken: Type.String(),
    tokenType: Type.Literal('Bearer'),
    expiresIn: Type.Integer({ description: 'Seconds until the access token expires.' }),
  },
  {
    examples: [
      {
        accessToken: '<ACCESS_TOKEN>',
        refreshToken: '<REFRESH_TOKEN>',
        tokenType: 'Bearer',
        expiresIn: 600,
      },
    ],
  },
)

export const SignedOutView = record(
  'SignedOut',
  'The session has ended.',
  { signedOut: Type.Literal(true) },
  { examples: [{ signedOut: true }] },
)

export const principalExample = {
  id: 'usr_01m7xb82dw3khw78phh28dvacd',
  kind: 'person',
  email: 'buyer@example.com',
  name: 'Bea Buyer',
  companyId: 'co_01m7xb82dw3khw78phh28dvacd',
  roles: ['buyer'],
  scopes: ['products:read', 'orders:read'],
  sessionId: 'ses_01m7xb82dw3khw78phh28dvacd',
  expiresAt: '2026-01-02T03:14:05.000Z',
}

export const PrincipalView = record(
  'Principal',
  'The principal: the person, the API key or the partner app, and its rights.',
  {
    id: Type.String({ description: 'The name of the person or of the API key.' }),
    kind: Type.String({ description: '`person`, `api_key` or `oauth_app`.' }),
    email: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    companyId: Type.String(),
    roles: Type.Array(Type.String()),
    scopes: Type.Array(Type.String()),
    sessionId: Type.Optional(Type.String()),
    expiresAt: Type.Optional(Instant),
    mustEnrol: Type.Optional(
      Type.Literal(true, {
        description:
          'The role requires a second factor, and the person has none yet. Until then only `/auth/factors` and signing out work.',
      }),
    ),
  },
  { examples: [principalExample] },
)

export const ChangeMeBody = record(
  'ChangeSignedInPerson',
  'The settings of yours that change.',
  {
    locale: Type.Union([LocaleName, Type.Null()], {
      description:
        'The language of answers and mails. Null: the language of your browser, else that of your company.',
    }),
  },
  { examples: [{ locale: 'de' }] },
)

export const MeView = record(
  'SignedInPerson',
  'The signed-in person, and the selected company.',
  {
    person: Type.Object({
      id: Type.String(),
      email: Type.String(),
      name: Type.String(),
      roles: Type.Array(Type.String()),
      unitRoles: Type.Optional(UnitRoles),
      locale: Type.Optional(LocaleName),
    }),
    company: Type.Object({
      id: Type.String(),
      name: Type.String(),
      currency: Type.String(),
      country: Type.String(),
      supplier: Type.Boolean(),
      locale: Type.Optional(LocaleName),
    }),
  },
  {
    examples: [
      {
        person: {
          id: 'usr_01m7xb82dw3khw78phh28dvacd',
          email: 'buyer@example.com',
          name: 'Bea Buyer',
          roles: ['buyer'],
          locale: 'de',
        },
        company: {
          id: 'co_01m7xb82dw3khw78phh28dvacd',
          name: 'Example GmbH',
          currency: 'EUR',
          country: 'DE',
          supplier: false,
        },
      },
    ],
  },
)

export function viewPrincipal(principal: Principal): Type.Static<typeof PrincipalView> {
  const { id, kind, companyId, email, name, sessionId, expiresAt, mustEnrol } = principal
  return {
    id,
    kind,
    companyId,
    ...(email === undefined ? {} : { email }),
    ...(name === undefined ? {} : { name }),
    roles: [...principal.roles],
    scopes: [...principal.scopes],
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt.toISOString() }),
    ...(mustEnrol ? { mustEnrol } : {}),
  }
}

export function viewMe(actor: Principal, company: Company): Type.Static<typeof MeView> {
  const { id, name, currency, country, supplier, locale } = company
  return {
    person: {
      id: actor.id,
      email: actor.email ?? '',
      name: actor.name ?? '',
      roles: [...actor.roles],
      ...(actor.unitRoles && { unitRoles: [...actor.unitRoles] }),
      ...(actor.locale === undefined ? {} : { locale: actor.locale }),
    },
    company: {
      id,
      name,
      currency,
      country,
      supplier,
      ...(locale === undefined ? {} : { locale }),
    },
  }
}

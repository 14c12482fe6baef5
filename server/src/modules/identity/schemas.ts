import { Type } from 'typebox'
import { type Principal, type Scope, scopes } from '#kernel/actor'
import type { ApiKey } from './api-key.ts'
import type { CreatedApiKey } from './api-keys.ts'
import type { Company } from './store.ts'

const ScopeName = Type.Enum([...scopes])
const Instant = Type.String({ format: 'date-time' })

export const SignInBody = Type.Object(
  {
    email: Type.String({ minLength: 3, maxLength: 254 }),
    password: Type.String({ minLength: 1, maxLength: 512 }),
  },
  { examples: [{ email: 'buyer@example.com', password: 'correct horse battery staple' }] },
)

export const RefreshBody = Type.Object(
  { refreshToken: Type.String({ minLength: 1, maxLength: 4096 }) },
  { examples: [{ refreshToken: '<REFRESH_TOKEN>' }] },
)

export const SessionTokensView = Type.Object(
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

export const SignedOutView = Type.Object(
  { signedOut: Type.Literal(true) },
  { examples: [{ signedOut: true }] },
)

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
    expiresAt: Type.Optional(Instant),
  },
  {
    examples: [
      {
        id: 'usr_01m7xb82dw3khw78phh28dvacd',
        kind: 'person',
        email: 'buyer@example.com',
        name: 'Bea Buyer',
        companyId: 'co_01m7xb82dw3khw78phh28dvacd',
        roles: ['buyer'],
        scopes: ['products:read', 'orders:read'],
        sessionId: 'ses_01m7xb82dw3khw78phh28dvacd',
        expiresAt: '2026-01-02T03:14:05.000Z',
      },
    ],
  },
)

export const MeView = Type.Object(
  {
    person: Type.Object({
      id: Type.String(),
      email: Type.String(),
      name: Type.String(),
      roles: Type.Array(Type.String()),
    }),
    company: Type.Object({
      id: Type.String(),
      name: Type.String(),
      currency: Type.String(),
      country: Type.String(),
      supplier: Type.Boolean(),
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

export const CreateApiKeyBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    scopes: Type.Array(ScopeName, { minItems: 1, maxItems: scopes.length, uniqueItems: true }),
    expiresAt: Type.Optional(Instant),
  },
  { examples: [{ name: 'ERP', scopes: ['products:read', 'orders:write'] }] },
)

export const RotateApiKeyBody = Type.Object(
  {
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_592_000,
        default: 0,
        description: 'How long the old key works on.',
      }),
    ),
  },
  { examples: [{ overlapSeconds: 3600 }] },
)

const keyExample = {
  id: 'key_01m7xb82dw3khw78phh28dvacd',
  name: 'ERP',
  keyStart: 'pvy_live_4xKq0Zr8Wb1N',
  keyEnd: 'a9Zk',
  scopes: ['products:read' as const, 'orders:write' as const],
  createdBy: 'usr_01m7xb82dw3khw78phh28dvacd',
  createdAt: '2026-01-02T03:04:05.000Z',
  expiresAt: '2027-01-02T03:04:05.000Z',
  contracts: { cartConcurrency: { version: 1, status: 'UNVALIDATED' as const } },
}

const apiKeyFields = {
  id: Type.String(),
  name: Type.String(),
  keyStart: Type.String({
    description: 'The first characters: they name the key, and are no secret.',
  }),
  keyEnd: Type.String(),
  scopes: Type.Array(ScopeName),
  createdBy: Type.String(),
  createdAt: Instant,
  expiresAt: Instant,
  lastUsedAt: Type.Optional(Instant),
  revokedAt: Type.Optional(Instant),
  contracts: Type.Optional(
    Type.Object(
      {
        cartConcurrency: Type.Object({
          version: Type.Integer(),
          status: Type.Enum(['UNVALIDATED', 'VALIDATED']),
          validatedAt: Type.Optional(Instant),
        }),
      },
      { description: 'The versioned contracts of clients, and whether this one has passed them.' },
    ),
  ),
}

export const ApiKeyView = Type.Object(apiKeyFields, { examples: [keyExample] })

export const CreatedApiKeyView = Type.Object(
  {
    ...apiKeyFields,
    key: Type.Optional(
      Type.String({ description: 'The key itself: shown in this answer and never again.' }),
    ),
  },
  { examples: [{ ...keyExample, key: '<API_KEY>' }] },
)

export function viewPrincipal(principal: Principal): Type.Static<typeof PrincipalView> {
  const { id, kind, companyId, email, name, sessionId, expiresAt } = principal
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
  }
}

export function viewMe(actor: Principal, company: Company): Type.Static<typeof MeView> {
  const { id, name, currency, country, supplier } = company
  return {
    person: {
      id: actor.id,
      email: actor.email ?? '',
      name: actor.name ?? '',
      roles: [...actor.roles],
    },
    company: { id, name, currency, country, supplier },
  }
}

/** Where a client stands with the cart contract, as the cart knows it. */
export type CartConcurrency = {
  readonly version: number
  readonly status: 'UNVALIDATED' | 'VALIDATED'
  readonly validatedAt?: Date | undefined
}

export function viewApiKey(
  key: ApiKey,
  cartConcurrency?: CartConcurrency,
): Type.Static<typeof ApiKeyView> {
  const { id, name, keyStart, keyEnd, createdBy, lastUsedAt, revokedAt } = key
  return {
    id,
    name,
    keyStart,
    keyEnd,
    scopes: [...key.scopes] satisfies Scope[],
    createdBy,
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt.toISOString(),
    ...(lastUsedAt ? { lastUsedAt: lastUsedAt.toISOString() } : {}),
    ...(revokedAt ? { revokedAt: revokedAt.toISOString() } : {}),
    ...(cartConcurrency ? { contracts: viewContracts(cartConcurrency) } : {}),
  }
}

function viewContracts({ version, status, validatedAt }: CartConcurrency) {
  const validated = validatedAt ? { validatedAt: validatedAt.toISOString() } : {}
  return { cartConcurrency: { version, status, ...validated } }
}

export function viewCreatedApiKey(
  created: CreatedApiKey,
  cartConcurrency?: CartConcurrency,
): Type.Static<typeof CreatedApiKeyView> {
  const view = viewApiKey(created.apiKey, cartConcurrency)
  return created.key === undefined ? view : { ...view, key: created.key }
}

import { Type } from 'typebox'
import { type Role, type Scope, scopes } from '#kernel/actor'
import { record } from '#kernel/record'
import { type ApiKey, apiKeyStates, effectiveScopesOf, stateOf } from './api-key.ts'
import { type CreatedApiKey, overlapsSeconds } from './change-api-keys.ts'

const ScopeName = Type.Enum([...scopes])
const Instant = Type.String({ format: 'date-time' })
const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })

const Networks = Type.Array(Type.String({ minLength: 2, maxLength: 64 }), {
  maxItems: 50,
  description:
    'Networks (192.0.2.0/24, 2001:db8::/48) or single addresses from which the key works. If empty, it works from everywhere.',
})

const requestsPerMinute = {
  minimum: 1,
  maximum: 1_000_000,
  description: 'The rate limit of this key. It cannot exceed the general limit.',
}

export const ApiKeyParams = Type.Object({ keyId: Type.String({ maxLength: 64 }) })

const newKeyFields = {
  name: Name,
  scopes: Type.Array(ScopeName, { minItems: 1, maxItems: scopes.length, uniqueItems: true }),
  expiresAt: Type.Optional(Instant),
  allowedCidrs: Type.Optional(Networks),
  requestsPerMinute: Type.Optional(Type.Integer(requestsPerMinute)),
}

export const CreateApiKeyBody = record(
  'CreateApiKey',
  'The name, the scopes and the limits of a new API key.',
  newKeyFields,
  { examples: [{ name: 'ERP', scopes: ['products:read', 'orders:write'] }] },
)

export const CreateApiKeyForBody = record(
  'CreateApiKeyFor',
  'A new API key of a company, and the member whose rights limit it.',
  {
    ...newKeyFields,
    ownerId: Type.String({
      maxLength: 64,
      description:
        'The id of a member of the company. The key works with the rights that this person has, and for as long as they have them.',
    }),
  },
  {
    examples: [
      { name: 'ERP', scopes: ['orders:write'], ownerId: 'usr_01m7xb82dw3khw78phh28dvacd' },
    ],
  },
)

export const ChangeApiKeyBody = record(
  'ChangeApiKey',
  'The fields of an API key that change.',
  {
    name: Type.Optional(Name),
    allowedCidrs: Type.Optional(Networks),
    requestsPerMinute: Type.Optional(
      Type.Union([Type.Integer(requestsPerMinute), Type.Null()], {
        description: 'Null removes the limit of this key.',
      }),
    ),
  },
  { minProperties: 1, examples: [{ allowedCidrs: ['192.0.2.0/24'], requestsPerMinute: 120 }] },
)

export const RotateApiKeyBody = record(
  'RotateApiKey',
  'The time for which the old key stays valid beside the new one.',
  {
    overlapSeconds: Type.Optional(
      Type.Enum([...overlapsSeconds], {
        default: 0,
        description:
          'The time for which the old key still works: not at all, an hour, a day, a week or 30 days.',
      }),
    ),
  },
  { examples: [{ overlapSeconds: 3600 }] },
)

const keyExample = {
  id: 'key_01m7xb82dw3khw78phh28dvacd',
  clientId: 'key_01m7xb82dw3khw78phh28dvacd',
  name: 'ERP',
  state: 'ACTIVE' as const,
  keyStart: 'pvy_live_4xKq0Zr8Wb1N',
  keyEnd: 'a9Zk',
  scopes: ['products:read' as const, 'orders:write' as const],
  effectiveScopes: ['products:read' as const, 'orders:write' as const],
  allowedCidrs: ['192.0.2.0/24'],
  requestsPerMinute: 120,
  createdBy: 'usr_01m7xb82dw3khw78phh28dvacd',
  createdAt: '2026-01-02T03:04:05.000Z',
  expiresAt: '2027-01-02T03:04:05.000Z',
  contracts: { cartConcurrency: { version: 1, status: 'UNVALIDATED' as const } },
}

export const ContractsView = record(
  'ClientContracts',
  'The versioned contracts of a client, and whether it has passed them.',
  {
    cartConcurrency: Type.Object({
      version: Type.Integer(),
      status: Type.Enum(['UNVALIDATED', 'VALIDATED']),
      validatedAt: Type.Optional(Instant),
    }),
  },
)

const apiKeyFields = {
  id: Type.String(),
  clientId: Type.String({
    description:
      'The first key of the chain of rotations. The cart and the contracts belong to it.',
  }),
  name: Type.String(),
  state: Type.Enum([...apiKeyStates]),
  keyStart: Type.String({
    description: 'The first characters of the key. They identify the key and are not secret.',
  }),
  keyEnd: Type.String(),
  scopes: Type.Array(ScopeName),
  effectiveScopes: Type.Array(ScopeName, {
    description:
      'The scopes that work now: those scopes of the key that its owner has as well. They are fewer than `scopes` if that person has left or lost a role.',
  }),
  allowedCidrs: Type.Array(Type.String()),
  requestsPerMinute: Type.Optional(Type.Integer()),
  createdBy: Type.String(),
  createdAt: Instant,
  expiresAt: Instant,
  replacedBy: Type.Optional(
    Type.String({ description: 'The id of the key that replaced this one.' }),
  ),
  lastUsedAt: Type.Optional(Instant),
  lastUsedFrom: Type.Optional(
    Type.String({ description: 'The network from which the key was last used.' }),
  ),
  revokedAt: Type.Optional(Instant),
  contracts: Type.Optional(ContractsView),
}

export const ApiKeyView = record('ApiKey', 'An API key, without its secret.', apiKeyFields, {
  examples: [keyExample],
})

export const CreatedApiKeyView = record(
  'CreatedApiKey',
  'An API key, with the secret that is shown once.',
  {
    ...apiKeyFields,
    key: Type.Optional(Type.String({ description: 'The key. Only this answer contains it.' })),
  },
  { examples: [{ ...keyExample, key: '<API_KEY>' }] },
)

/** The status of a client in the cart concurrency contract, as the cart module reports it. */
export type CartConcurrency = {
  readonly version: number
  readonly status: 'UNVALIDATED' | 'VALIDATED'
  readonly validatedAt?: Date | undefined
}

/** Facts about a key that are not in its row. */
export type KeyFacts = {
  readonly now: Date
  /** The present roles of the person who made the key. */
  readonly makerRoles: readonly Role[]
  readonly cartConcurrency?: CartConcurrency | undefined
}

export function viewApiKey(
  key: ApiKey,
  { now, makerRoles, cartConcurrency }: KeyFacts,
): Type.Static<typeof ApiKeyView> {
  const { id, clientId, name, keyStart, keyEnd, createdBy } = key
  const { requestsPerMinute, replacedBy, lastUsedAt, lastUsedFrom, revokedAt } = key
  return {
    id,
    clientId,
    name,
    state: stateOf(key, now),
    keyStart,
    keyEnd,
    scopes: [...key.scopes] satisfies Scope[],
    effectiveScopes: effectiveScopesOf(key, makerRoles),
    allowedCidrs: [...key.allowedCidrs],
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
    createdBy,
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt.toISOString(),
    ...(replacedBy ? { replacedBy } : {}),
    ...(lastUsedAt ? { lastUsedAt: lastUsedAt.toISOString() } : {}),
    ...(lastUsedFrom ? { lastUsedFrom } : {}),
    ...(revokedAt ? { revokedAt: revokedAt.toISOString() } : {}),
    ...(cartConcurrency ? { contracts: viewContracts(cartConcurrency) } : {}),
  }
}

export function viewContracts({ version, status, validatedAt }: CartConcurrency) {
  const validated = validatedAt ? { validatedAt: validatedAt.toISOString() } : {}
  return { cartConcurrency: { version, status, ...validated } }
}

export function viewCreatedApiKey(
  created: CreatedApiKey,
  facts: KeyFacts,
): Type.Static<typeof CreatedApiKeyView> {
  const view = viewApiKey(created.apiKey, facts)
  return created.key === undefined ? view : { ...view, key: created.key }
}

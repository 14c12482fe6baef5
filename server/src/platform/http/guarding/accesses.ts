import { type Permission, type Scope, scopes } from '#kernel/actor'

/** Whom a route lets in, whole. The guard, the contract and the documents read it. */
type AccessDefinition = {
  /** A sentence of the contract. For a scope it follows the sentence that names the scope. */
  readonly description?: string
  /** Who needs nothing beyond this: everybody, whoever has a valid credential, or whoever is signed in. */
  readonly opensTo?: 'everybody' | 'credentials' | 'people'
  /** Keys and apps that have it, and people whose role grants it. */
  readonly scope?: Scope
  /** People whose role has one of these. Never keys or apps. */
  readonly permissions?: readonly Permission[]
  /** A role that grants the scope for one unit suffices: the use case shows what belongs to the unit, or is the person's own. */
  readonly unitsToo?: true
  /** What a refusal names as missing, where that is not the access itself or its scope. */
  readonly needs?: 'operator'
}

const ofScopes = Object.fromEntries(scopes.map((scope) => [scope, { scope }])) as Readonly<
  Record<Scope, AccessDefinition>
>

const beyondScopes = {
  public: { description: 'Open to everybody.', opensTo: 'everybody' },
  // No caller signs in: the handler checks a signature over `request.rawBody`.
  signed: {
    description: 'The sender signs the body, and the service checks the signature.',
    opensTo: 'everybody',
  },
  credential: {
    description: 'For everybody with a credential: people, API keys and partner apps.',
    opensTo: 'credentials',
  },
  person: {
    description: 'For people who are signed in. API keys and partner apps are refused.',
    opensTo: 'people',
  },
  company_admin: {
    description: 'For administrators of a company who are signed in.',
    permissions: ['administer_company'],
  },
  accountant: {
    description: 'For accountants and administrators of a company who are signed in.',
    permissions: ['read_accounts'],
  },
  // The use case shows a requester only what is the person's own.
  'requester:read': {
    description: 'Requesters call it for what is their own.',
    scope: 'orders:read',
    permissions: ['request_goods'],
    unitsToo: true,
  },
  'requester:write': {
    description: 'Requesters call it for what is their own.',
    scope: 'orders:write',
    permissions: ['request_goods'],
    unitsToo: true,
  },
  // The use case checks which supplier.
  supplier_admin: {
    description: 'For administrators of a supplier who are signed in, and for operators.',
    permissions: ['administer_company', 'operate_platform'],
  },
  operator: {
    description: 'For operators of the platform.',
    permissions: ['operate_platform'],
    needs: 'operator',
  },
  health: {
    description: 'For operators, or with the token for health probes.',
    permissions: ['operate_platform'],
    needs: 'operator',
  },
  metrics: {
    description: 'For operators, or with the token for metrics.',
    permissions: ['operate_platform'],
    needs: 'operator',
  },
} satisfies Readonly<Record<string, AccessDefinition>>

export type Access = Scope | keyof typeof beyondScopes

export const definedAccesses: Readonly<Record<Access, AccessDefinition>> = {
  ...ofScopes,
  ...beyondScopes,
}

export function isAccess(value: unknown): value is Access {
  return typeof value === 'string' && Object.hasOwn(definedAccesses, value)
}

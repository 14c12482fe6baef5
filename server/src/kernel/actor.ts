import type { Id } from './id.ts'
import type { Locale } from './locale.ts'

export const scopes = [
  'products:read',
  'orders:read',
  'orders:write',
  'payments:read',
  'payments:write',
  'support:read',
  'support:write',
  'webhooks:manage',
] as const

export type Scope = (typeof scopes)[number]

/** The roles that a company gives its own people. */
export const companyRoles = [
  'buyer',
  'approver',
  'company_admin',
  'accountant',
  'requester',
] as const
export type CompanyRole = (typeof companyRoles)[number]

/** Operators make operators: the role is of the platform, not of a company. */
export const roles = [...companyRoles, 'operator'] as const
export type Role = (typeof roles)[number]

/**
 * The actor of a request, whatever credential was used. `person` has a first-party token, `oauth_app` acts for a person through a
 * partner app, `api_key` is an integration, `system` is a worker of this service, and `companion` is a process beside it that acts
 * for a person for two minutes.
 */
export type Principal = {
  readonly kind: 'person' | 'api_key' | 'oauth_app' | 'system' | 'companion'
  /** The id of the person or of the API key. Carts and audit entries belong to this id. */
  readonly id: string
  readonly companyId: Id<'co'>
  readonly roles: ReadonlySet<Role>
  readonly scopes: ReadonlySet<Scope>
  /** The unit of the company that the person belongs to. */
  readonly unitId?: string
  readonly email?: string
  readonly name?: string
  readonly sessionId?: string
  /** The id of the integration or partner app behind the actor. It stays the same when its key is rotated. */
  readonly clientId?: string
  readonly expiresAt?: Date
  /** When the person last proved their identity in this session. */
  readonly authenticatedAt?: Date
  /** The role needs a second factor and the person has none yet. Until then the person may only set one up. */
  readonly mustEnrol?: boolean
  /** The language that the person has chosen. */
  readonly locale?: Locale
  /** The language that the company has chosen for its people. */
  readonly companyLocale?: Locale
  /** The language in which the caller reads products. Set on routes whose answers are `localized`. */
  readonly language?: Locale
  /** A limit of its own, where it is lower than the limit that everybody has. */
  readonly requestsPerMinute?: number
  /** What a companion may use of language models with its token. */
  readonly allowance?: Allowance
}

/** All calls with one token together may reserve so many tokens of language models. */
export type Allowance = {
  /** The id of the token. */
  readonly id: string
  readonly tokens: number
  readonly expiresAt: Date
}

export type Actor = Principal

/** The owner of a cart or a practice cart. An integration keeps what it owns when its key is rotated. */
export function ownerIdOf({ kind, id, clientId }: Actor): string {
  return kind === 'api_key' ? (clientId ?? id) : id
}

/** The id under which repeated requests and limits are counted. An app is counted apart from its person and from other apps. */
export function callerIdOf(actor: Actor): string {
  const { kind, id, clientId } = actor
  return kind === 'oauth_app' ? `${id}/${clientId ?? ''}` : ownerIdOf(actor)
}

/** Rights that no scope covers. Only people have them, never an API key or a partner app. */
export type Permission =
  /** Calls the routes of a company's administrator. */
  | 'administer_company'
  /** Reads what the company may spend, and what it owes. */
  | 'read_accounts'
  /** Fills carts and requisitions, and reads what is the person's own. */
  | 'request_goods'
  /** Calls the operators' routes, and the routes that a supplier's administrator calls, for any company. */
  | 'operate_platform'
  /** Reads and changes records of every company. */
  | 'act_for_every_company'
  | 'cancel_checkouts_of_others'
  | 'see_every_approval'
  /** Decides an approval step that nobody has decided in time. */
  | 'decide_escalated_approvals'
  /** Keeps API keys of people who leave or lose a role. */
  | 'own_keys_of_others'
  | 'publish_automations'
  /** Refunds money that no line of the order accounts for. */
  | 'grant_refunds'

type Grants = { readonly scopes: readonly Scope[]; readonly permissions: readonly Permission[] }

const allScopes: readonly Scope[] = scopes
const scopesExcept = (...left: readonly Scope[]) =>
  allScopes.filter((scope) => !left.includes(scope))

/** The rights of each role. Routes, stores and pages read this table. Nothing else decides by the name of a role. */
const grantsByRole: Readonly<Record<Role, Grants>> = {
  buyer: { scopes: scopesExcept('webhooks:manage'), permissions: [] },
  approver: { scopes: scopesExcept('webhooks:manage', 'payments:write'), permissions: [] },
  company_admin: {
    scopes: allScopes,
    permissions: [
      'administer_company',
      'read_accounts',
      'cancel_checkouts_of_others',
      'see_every_approval',
      'decide_escalated_approvals',
      'own_keys_of_others',
      'publish_automations',
    ],
  },
  accountant: {
    scopes: ['products:read', 'orders:read', 'payments:read', 'support:read', 'support:write'],
    permissions: ['read_accounts'],
  },
  requester: {
    scopes: ['products:read', 'support:read', 'support:write'],
    permissions: ['request_goods'],
  },
  operator: {
    scopes: allScopes,
    permissions: [
      'operate_platform',
      'act_for_every_company',
      'cancel_checkouts_of_others',
      'grant_refunds',
    ],
  },
}

/** None for a role that only a newer version of this service knows: its processes may run beside these for a while. */
function grantsOf(role: Role): Grants {
  const grants: Grants | undefined = grantsByRole[role]
  return grants ?? { scopes: [], permissions: [] }
}

/** People act by role: where a key needs a scope, a role grants it to a person. */
export function scopesOfRoles(held: Iterable<Role>): ReadonlySet<Scope> {
  return new Set([...held].flatMap((role) => grantsOf(role).scopes))
}

/**
 * Whether the person reads only records that are the person's own: orders that the person placed or asked for, and the person's
 * tickets. A role with the scope reads those of the whole company, also beside the role requester.
 */
export function readsOwnOnly({ kind, scopes: held }: Pick<Actor, 'kind' | 'scopes'>): boolean {
  return kind === 'person' && !held.has('orders:read')
}

export function may(
  { roles: held }: { readonly roles: Iterable<Role> },
  permission: Permission,
): boolean {
  return [...held].some((role) => grantsOf(role).permissions.includes(permission))
}

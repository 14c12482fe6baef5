import type { Id } from './id.ts'

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

export const roles = ['buyer', 'approver', 'company_admin', 'operator'] as const

/** The first three are held in a company; `operator` is held on the platform. */
export type Role = (typeof roles)[number]

/**
 * Who acts, whatever credential said so. `person` came with a first-party token, `oauth_app` acts for a
 * person through a partner, `api_key` is an integration, `system` is this service's own worker.
 */
export type Principal = {
  readonly kind: 'person' | 'api_key' | 'oauth_app' | 'system'
  /** The person's id, or the key's: what a cart and an audit entry belong to. */
  readonly id: string
  readonly companyId: Id<'co'>
  readonly roles: ReadonlySet<Role>
  readonly scopes: ReadonlySet<Scope>
  readonly email?: string
  readonly name?: string
  readonly sessionId?: string
  /** The integration or partner app behind it: stays the same when its key is rotated. */
  readonly clientId?: string
  readonly expiresAt?: Date
  /** When the person last showed who they are, in this session. */
  readonly authenticatedAt?: Date
  /** The role needs a second factor and there is none yet: nothing but getting one is allowed. */
  readonly mustEnrol?: boolean
  /** When it has been given a lower limit than everybody's. */
  readonly requestsPerMinute?: number
}

export type Actor = Principal

/** Whose a cart or a practice is: an integration keeps what it had when its key is rotated. */
export function ownerIdOf({ kind, id, clientId }: Actor): string {
  return kind === 'api_key' ? (clientId ?? id) : id
}

/** Whose repeated requests and limits are counted together: an app is apart from its person and from other apps. */
export function callerIdOf(actor: Actor): string {
  const { kind, id, clientId } = actor
  return kind === 'oauth_app' ? `${id}/${clientId ?? ''}` : ownerIdOf(actor)
}

/** What no scope covers: it belongs to people, and never to an API key or a partner app. */
export type Permission =
  /** Calls the routes of a company's administrator. */
  | 'administer_company'
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
const without = (...left: readonly Scope[]) => allScopes.filter((scope) => !left.includes(scope))

/** What each role may do. Routes, stores and pages ask this table, and nothing else decides by the name of a role. */
const grantsByRole: Readonly<Record<Role, Grants>> = {
  buyer: { scopes: without('webhooks:manage'), permissions: [] },
  approver: { scopes: without('webhooks:manage', 'payments:write'), permissions: [] },
  company_admin: {
    scopes: allScopes,
    permissions: [
      'administer_company',
      'cancel_checkouts_of_others',
      'see_every_approval',
      'decide_escalated_approvals',
      'own_keys_of_others',
      'publish_automations',
    ],
  },
  operator: {
    scopes: allScopes,
    permissions: ['operate_platform', 'act_for_every_company', 'grant_refunds'],
  },
}

/** People act by role: what a key would need a scope for, a role allows. */
export function scopesOfRoles(held: Iterable<Role>): ReadonlySet<Scope> {
  return new Set([...held].flatMap((role) => grantsByRole[role].scopes))
}

export function may(
  { roles: held }: { readonly roles: Iterable<Role> },
  wanted: Permission,
): boolean {
  return [...held].some((role) => grantsByRole[role].permissions.includes(wanted))
}

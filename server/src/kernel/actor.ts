import type { Id } from './id.ts'
import type { Locale } from './locale.ts'
import {
  may,
  type Permission,
  type Role,
  type Scope,
  scopesOfRoles,
  type UnitRole,
} from './roles.ts'

/** What an actor may do stands in the definition of its roles. */
export {
  type CompanyRole,
  companyRoles,
  may,
  type Permission,
  type Role,
  roles,
  type Scope,
  scopes,
  scopesOfRoles,
  type UnitRole,
  unitRoleNames,
} from './roles.ts'

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
  /** Absent: the person has no role for one unit only. */
  readonly unitRoles?: readonly UnitRole[]
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

/**
 * Whether the person reads only records that are the person's own: orders that the person placed or asked for, and the person's
 * tickets. A role with the scope reads those of the whole company, also beside the role requester.
 */
export function readsOwnOnly(actor: Pick<Actor, 'kind' | 'scopes'>): boolean {
  return lacksForCompany(actor, 'orders:read')
}

/** Whether the person does not have the scope for the whole company: then it reaches the own records, and those of units. */
export function lacksForCompany(
  { kind, scopes: held }: Pick<Actor, 'kind' | 'scopes'>,
  scope: Scope,
): boolean {
  return kind === 'person' && !held.has(scope)
}

/** The units for which a role of the person has the scope. Not the units below them. */
export function unitsOfScope(actor: Actor, scope: Scope): readonly string[] {
  return unitsOfRoles(actor, ({ role }) => scopesOfRoles([role]).has(scope))
}

/** The units for which a role of the person has the permission. Not the units below them. */
export function unitsOfPermission(actor: Actor, permission: Permission): readonly string[] {
  return unitsOfRoles(actor, ({ role }) => may({ roles: [role] }, permission))
}

function unitsOfRoles(
  { kind, unitRoles = [] }: Actor,
  isGranted: (role: UnitRole) => boolean,
): readonly string[] {
  if (kind !== 'person') return []
  return [...new Set(unitRoles.filter(isGranted).map(({ unitId }) => unitId))]
}

/** For the whole company, or for a unit of it. */
export function maySomewhere(actor: Actor, permission: Permission): boolean {
  return may(actor, permission) || unitsOfPermission(actor, permission).length > 0
}

/** For the whole company, or for a unit of it. */
export function hasScopeSomewhere(actor: Actor, scope: Scope): boolean {
  return actor.scopes.has(scope) || unitsOfScope(actor, scope).length > 0
}

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

/** A role, whole: its names and rights. Routes, stores, pages and documents read it. Nothing else decides by the name of a role. */
export type RoleDefinition = {
  readonly names: Readonly<Record<Locale, string>>
  /** Goes on after “may”, in docs/roles.md. */
  readonly may: string
  readonly scopes: readonly Scope[]
  readonly permissions: readonly Permission[]
  /** A person may have it for one unit of the company and the units below it. */
  readonly forUnits?: true
}

const allScopes: readonly Scope[] = scopes
const scopesExcept = (...left: readonly Scope[]) =>
  allScopes.filter((scope) => !left.includes(scope))

/** The roles that a company gives its own people. */
const definedForCompanies = {
  buyer: {
    names: { en: 'Buyer', de: 'Einkäufer', fr: 'Acheteur' },
    may: 'fill carts, check out, order, pay, and answer for their orders',
    scopes: scopesExcept('webhooks:manage'),
    permissions: [],
    forUnits: true,
  },
  approver: {
    names: { en: 'Approver', de: 'Genehmiger', fr: 'Approbateur' },
    may: 'do the same as a buyer except paying, and decide the orders that approval rules give to the role',
    scopes: scopesExcept('webhooks:manage', 'payments:write'),
    permissions: [],
    forUnits: true,
  },
  company_admin: {
    names: { en: 'Administrator', de: 'Administrator', fr: 'Administrateur' },
    may: 'do everything in the company: people, rules, budgets, API keys, webhooks, settings',
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
    names: { en: 'Accountant', de: 'Buchhalter', fr: 'Comptable' },
    may: 'read orders, invoices, payments, budgets, spending limits and credit accounts; change none of them',
    scopes: ['products:read', 'orders:read', 'payments:read', 'support:read', 'support:write'],
    permissions: ['read_accounts'],
    forUnits: true,
  },
  requester: {
    names: { en: 'Requester', de: 'Anforderer', fr: 'Demandeur' },
    may: 'fill a cart, write requisitions and shopping lists; read the orders of the own requisitions, and those that the person placed as a buyer before',
    scopes: ['products:read', 'support:read', 'support:write'],
    permissions: ['request_goods'],
  },
} satisfies Readonly<Record<string, RoleDefinition>>
export type CompanyRole = keyof typeof definedForCompanies
export type Role = CompanyRole | 'operator'

export const definedRoles: Readonly<Record<Role, RoleDefinition>> = {
  ...definedForCompanies,
  // Operators make operators: the role is of the platform, not of a company.
  operator: {
    names: { en: 'Operator', de: 'Betreiber', fr: 'Opérateur' },
    may: 'run the platform; the role never stands beside another',
    scopes: allScopes,
    permissions: [
      'operate_platform',
      'act_for_every_company',
      'cancel_checkouts_of_others',
      'grant_refunds',
    ],
  },
}
export const companyRoles = Object.keys(definedForCompanies) as readonly CompanyRole[]
/** The roles that a person may also have for one unit of the company. */
export const unitRoleNames = companyRoles.filter((role) => definedRoles[role].forUnits)

/** A role that a person has for one unit and the units below it, beside the roles for the whole company. */
export type UnitRole = { readonly unitId: string; readonly role: CompanyRole }
export const roles = Object.keys(definedRoles) as readonly Role[]

/** Undefined for a role that only a newer version of this service knows: its processes may run beside these for a while. */
function definitionOf(role: Role): RoleDefinition | undefined {
  return definedRoles[role]
}

/** People act by role: where a key needs a scope, a role grants it to a person. */
export function scopesOfRoles(held: Iterable<Role>): ReadonlySet<Scope> {
  return new Set([...held].flatMap((role) => definitionOf(role)?.scopes ?? []))
}

export function may(
  { roles: held }: { readonly roles: Iterable<Role> },
  permission: Permission,
): boolean {
  return [...held].some((role) => definitionOf(role)?.permissions.includes(permission))
}

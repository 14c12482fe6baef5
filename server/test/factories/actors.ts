import { type Principal, type Role, scopesOfRoles } from '#kernel/actor'

/** Somebody with this role, whom no database knows. */
export function aPrincipal(role: Role, overrides: Partial<Principal> = {}): Principal {
  return {
    kind: 'person',
    id: 'usr_00000000000000000000000001',
    companyId: 'co_00000000000000000000000001',
    roles: new Set([role]),
    scopes: scopesOfRoles([role]),
    ...overrides,
  }
}

/** An API key that may do nothing, unless the test says otherwise. */
export function anApiKey(overrides: Partial<Principal> = {}): Principal {
  return {
    kind: 'api_key',
    id: 'key_1',
    companyId: 'co_1',
    roles: new Set(),
    scopes: new Set(),
    ...overrides,
  }
}

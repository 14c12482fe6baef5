import { type Scope, scopes } from '#kernel/actor'

/** In the order in which pages show them. Scopes that are unknown, or that the app may not have, are left out. */
export function requestedScopes(requested: unknown, allowed: readonly string[]): Scope[] {
  const words = new Set(typeof requested === 'string' ? requested.split(' ') : [])
  return scopes.filter((scope) => words.has(scope) && allowed.includes(scope))
}

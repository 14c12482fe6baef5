import { type Scope, scopes } from '#kernel/actor'

/** In the order in which people are shown them. What nobody knows, or the app may not have, is left out. */
export function requestedScopes(asked: unknown, allowed: readonly string[]): Scope[] {
  const words = new Set(typeof asked === 'string' ? asked.split(' ') : [])
  return scopes.filter((scope) => words.has(scope) && allowed.includes(scope))
}

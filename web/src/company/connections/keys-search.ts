export const keyStates = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const

/** The state of the keys that the person looks at. It stands in the address of the page. */
export type KeysSearch = { readonly state?: (typeof keyStates)[number] }

export function readKeysSearch({ state }: Record<string, unknown>): KeysSearch {
  const known = keyStates.find((name) => name === state)
  return known === undefined ? {} : { state: known }
}

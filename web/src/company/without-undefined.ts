/** Without what is undefined, so that it does not stand in the address. */
export function withoutUndefined<Search extends object>(
  search: {
    readonly [Name in keyof Search]: Search[Name] | undefined
  },
): Search {
  const given = Object.entries(search).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Search
}

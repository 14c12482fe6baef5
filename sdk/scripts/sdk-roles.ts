type Contract = { readonly 'x-roles': Readonly<Record<string, Readonly<Record<string, string>>>> }

/** What people call each role, by language. */
export function writeSdkRoles({ 'x-roles': names }: Contract): string {
  return `/** What people call each role of a person, by role and language: \`roleNames.buyer.de\`. */\nexport const roleNames = ${JSON.stringify(names, null, 2)} as const\n`
}

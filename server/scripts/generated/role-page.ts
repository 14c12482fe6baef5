import { locales } from '#kernel/locale'
import type { Role, RoleDefinition } from '#kernel/roles'

const head = `# Roles

A member of a company has one role or several ([company structure](company-structure.md#roles)), and may do what one of them may do.
A role that holds for units may be given for one unit and the units below it.
\`operator\` is the role of those who run the platform. A person has the scopes of the roles where an API key has its own. Everybody with
a role may open support tickets. The names in each language are \`x-roles\` of [openapi.json](../openapi.json).`

/** The page of all roles: what each may do, how people call it, and its scopes. */
export function rolePage(definitions: Readonly<Record<Role, RoleDefinition>>): string {
  const rows = Object.entries(definitions).map(([role, { names, may, scopes, forUnits }]) =>
    row([
      `\`${role}\``,
      may,
      forUnits ? 'yes' : 'no',
      locales.map((locale) => names[locale]).join(', '),
      scopes.map((scope) => `\`${scope}\``).join(', '),
    ]),
  )
  const table = [
    row(['role', 'may', 'holds for units', 'name', 'scopes']),
    row(Array(5).fill('---')),
    ...rows,
  ]
  return `${head}\n\n${table.join('\n')}\n`
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

import ts from 'typescript'

/** A table that a statement names, and what the statement does with it. */
export type NamedTable = {
  readonly table: string
  readonly line: number
  readonly isWritten: boolean
}

/** The methods of Kysely that take the name of a table. */
const reading = new Set([
  'selectFrom',
  'innerJoin',
  'leftJoin',
  'rightJoin',
  'fullJoin',
  'from',
  'table',
])
const writing = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])

const written =
  /\b(?:insert into|update|delete from|copy|truncate|merge into)\s+([a-z_]+\.[a-z_0-9]+)/g
const named = /\b([a-z_]+\.[a-z_0-9]+)\b/g

/**
 * The tables `schema.table` in the statements of a source text: in templates marked `sql`, and in the calls of Kysely that name a
 * table. `isTable` tells a table from a column of an alias.
 */
export function namedTables(
  path: string,
  text: string,
  isTable: (name: string) => boolean,
): NamedTable[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: NamedTable[] = []
  const note = (node: ts.Node, table: string, isWritten: boolean) => {
    if (!isTable(table)) return
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
    found.push({ table, line, isWritten })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText().startsWith('sql')) {
      const statement = textOf(node.template)
      const tables = new Set(Array.from(statement.matchAll(written), ([, table = '']) => table))
      for (const table of tables) note(node, table, true)
      for (const [, table = ''] of statement.matchAll(named)) {
        if (!tables.has(table)) note(node, table, false)
      }
    } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const method = node.expression.name.text
      const [first] = node.arguments
      if (first && ts.isStringLiteral(first) && (reading.has(method) || writing.has(method))) {
        note(first, first.text.split(' ')[0] ?? '', writing.has(method))
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** The text without comments, with a gap in place of each value. */
function textOf(template: ts.TemplateLiteral): string {
  const pieces = ts.isNoSubstitutionTemplateLiteral(template)
    ? [template.text]
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
  return pieces.join(' ? ').replace(/--.*$/gm, '')
}

export type AllowedReads = Readonly<
  Record<string, { readonly why: string; readonly tables: readonly string[] }>
>

/**
 * What a module does with tables of other modules and may not: it writes them, or it reads one that `mayRead` does not list. An entry
 * of the list that no statement needs is a problem too.
 */
export function foreignTableProblems(
  sources: readonly { readonly module: string; readonly path: string; readonly text: string }[],
  isTable: (name: string) => boolean,
  mayUse: Readonly<Record<string, readonly string[]>>,
  mayRead: AllowedReads,
): string[] {
  const unused = new Set(
    Object.entries(mayRead).flatMap(([module, { tables }]) =>
      tables.map((table) => `${module} reads ${table}`),
    ),
  )
  const problems = sources.flatMap(({ module, path, text }) =>
    namedTables(path, text, isTable).flatMap(({ table, line, isWritten }) => {
      const [owner = ''] = table.split('.')
      if (owner === module) return []
      const place = `${path}:${line}: ${module}`
      if (isWritten) return `${place} writes ${table}. Only ${owner} may.`
      unused.delete(`${module} reads ${table}`)
      const isListed = mayRead[module]?.tables.includes(table)
      if (isListed && mayUse[module]?.includes(owner)) return []
      return `${place} reads ${table}. Call ${owner}, or add the table to mayRead with the reason.`
    }),
  )
  return [...problems, ...[...unused].map((entry) => `No statement needs the entry: ${entry}.`)]
}

type Operation = {
  readonly summary?: string
  readonly 'x-list'?: { readonly sorts: readonly string[]; readonly csv?: string }
}

type Document = {
  readonly paths?: Readonly<Record<string, { readonly get?: Operation } | undefined>>
}

const head = `# All lists

Each list of the API, its orders and the address of its file. [Lists](lists.md) says how to read them. A list with the order
\`updatedAt\` takes \`updatedAfter\`, too. The API reference describes filters and records.`

/** The page of all lists: what each is called, its orders, and its file if it has one. */
export function listPage({ paths = {} }: Document): string {
  const lists = Object.entries(paths).flatMap(([address, { get } = {}]) =>
    get?.['x-list'] ? [{ address, summary: get.summary ?? '', ...get['x-list'] }] : [],
  )
  const areOperators = ({ address }: { readonly address: string }) => address.startsWith('/admin/')
  return `${head}

## Of companies and people

${table(lists.filter((list) => !areOperators(list)))}

## Of operators

${table(lists.filter(areOperators))}
`
}

type List = {
  readonly address: string
  readonly summary: string
  readonly sorts: readonly string[]
  readonly csv?: string
}

function table(lists: readonly List[]): string {
  const rows = lists.map(({ address, summary, sorts, csv }) =>
    row([
      summary,
      `\`${address}\``,
      sorts.map((sort) => `\`${sort}\``).join(', '),
      csv === undefined ? '' : `\`${csv}\``,
    ]),
  )
  return [row(['list', 'address', 'orders', 'file']), row(Array(4).fill('---')), ...rows].join('\n')
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

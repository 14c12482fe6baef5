import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { JudgedProduct, JudgedSearch } from './judge-cases.ts'

export type JudgedQuery = {
  readonly id: string
  readonly text: string
  /** Other parameters of the search, as they are written in its address. */
  readonly filters: readonly (readonly [string, string])[]
}

export type Service = { readonly baseUrl: string; readonly apiKey: string }

/**
 * Reads queries from a table. Its head line names `query_id` and `query`, and tabs separate the columns, or else semicolons or
 * commas. Every other column named `filter.<parameter>` is sent with the query.
 */
export async function readQueries(path: string): Promise<JudgedQuery[]> {
  return queriesOf(await readFile(path, 'utf8'))
}

export function queriesOf(table: string): JudgedQuery[] {
  const [head = '', ...lines] = table.replace(/^\uFEFF/, '').split(/\r?\n/)
  const separator = ['\t', ';'].find((one) => head.includes(one)) ?? ','
  const columns = cellsOf(head, separator).map((name) => name.trim())
  const [id, text] = ['query_id', 'query'].map((name) => columns.indexOf(name))
  if (id === undefined || text === undefined || id < 0 || text < 0) {
    throw new Error(`The file of queries needs the columns query_id and query; it has: ${head}`)
  }
  return lines.filter(Boolean).map((line) => {
    const cells = cellsOf(line, separator)
    const filters = columns.flatMap((name, at): [string, string][] => {
      const value = cells[at]
      return name.startsWith('filter.') && value ? [[name.slice('filter.'.length), value]] : []
    })
    return { id: (cells[id] ?? '').trim(), text: cells[text] ?? '', filters }
  })
}

/** Texts between tabs are taken literally. With other separators a text may be quoted. */
function cellsOf(line: string, separator: string): string[] {
  if (separator === '\t' || !line.includes('"')) return line.split(separator)
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < line.length; at += 1) {
    const letter = line.charAt(at)
    if (quoted && letter === '"' && line[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (letter === '"') quoted = !quoted
    else if (letter === separator && !quoted) {
      cells.push(cell)
      cell = ''
    } else cell += letter
  }
  return [...cells, cell]
}

const attemptsMax = 5

/** Article numbers, best first. The offers of several suppliers for one article count once. */
export async function askQuery(
  service: Service,
  { text, filters }: JudgedQuery,
  depth: number,
): Promise<string[]> {
  const parameters = new URLSearchParams([
    ['q', text],
    ['limit', String(depth)],
    ...filters.map(([name, value]): [string, string] => [name, value]),
  ])
  const { data } = await askService<{ data: { sku: string }[] }>(
    service,
    `/api/v1/products?${parameters}`,
  )
  return [...new Set(data.map(({ sku }) => sku))]
}

/** The search and the suggestions of a service, as cases judge them. */
export function judgedSearchOf(service: Service): JudgedSearch {
  return {
    search: async (q) => {
      const parameters = new URLSearchParams({ q, limit: '20', sponsored: '0' })
      const { data, meta } = await askService<{
        data: JudgedProduct[]
        meta: { match?: string }
      }>(service, `/api/v1/products?${parameters}`)
      return { match: meta.match, products: data }
    },
    suggest: async (q) => {
      const { data } = await askService<{
        data: {
          products: { brand: string | null; name: string }[]
          categories: { path: string[] }[]
        }
      }>(service, `/api/v1/products/suggest?${new URLSearchParams({ q })}`)
      return {
        products: data.products.map(({ brand, name }) => `${brand ?? ''} ${name}`),
        categories: data.categories.map(({ path }) => path.join(' > ')),
      }
    },
  }
}

async function askService<Answer>({ baseUrl, apiKey }: Service, path: string): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(baseUrl + path, { headers: { 'x-api-key': apiKey } })
    if (response.ok) return (await response.json()) as Answer
    const body = await response.text()
    // This key has sent too many requests. The answer says when to try again.
    if (response.status !== 429 || attempt === attemptsMax) {
      throw new Error(`${path} was answered with ${response.status}: ${body}`)
    }
    await wait(1_000 * Math.max(1, Number(response.headers.get('retry-after') ?? 1)))
  }
}

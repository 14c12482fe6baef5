import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import type { FilterShape, ListShape } from './src/lists/list-of.ts'

type Schema = { readonly type?: string; readonly format?: string; readonly enum?: string[] }
type Parameter = { readonly name?: string; readonly schema?: Schema }
type Operation = {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly 'x-list'?: { readonly columns: ListShape['columns']; readonly filters: string[] }
}
type Contract = {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>
}

const contract = new URL('../openapi.json', import.meta.url)

/** Writes the shape of a list from the contract in the place of `listOf('/admin/orders/search')`: no page carries any other. */
export function listsOfContract(): Plugin {
  const { paths } = JSON.parse(readFileSync(contract, 'utf8')) as Contract
  return {
    name: 'lists-of-contract',
    enforce: 'pre',
    transform: (code, id) =>
      /\/web\/src\/.*\.tsx?$/.test(id) && code.includes('listOf(')
        ? code.replace(/\blistOf\('([^']+)'\)/g, (_call, path: string) =>
            JSON.stringify(shapeAt(paths, path)),
          )
        : null,
  }
}

/** What a table of the pages needs of a list. */
export function shapeAt(paths: Contract['paths'], path: string): ListShape {
  const { get } = paths[path] ?? {}
  const list = get?.['x-list']
  if (!get || !list) throw new Error(`${path} is not a list of openapi.json.`)
  const filters = list.filters.map((name) =>
    filterOf(get.parameters?.find((parameter) => parameter.name === name) ?? { name }),
  )
  const { columns } = list
  return { path, name: get.operationId, columns, filters, hasCsv: `${path}.csv` in paths }
}

function filterOf({ name = '', schema = {} }: Parameter): FilterShape {
  return { name, ...(schema.enum && { values: schema.enum }) }
}

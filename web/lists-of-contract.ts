import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import type { FilterShape, ListShape } from './src/components/list-of.ts'

type Schema = {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly string[]
  readonly anyOf?: readonly { readonly const?: string }[]
  readonly default?: string
  readonly maxLength?: number
}
type Parameter = { readonly name?: string; readonly schema?: Schema }
type Operation = {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly 'x-list'?: Pick<ListShape, 'columns' | 'sorts' | 'within'> & {
    readonly filters: readonly string[]
  }
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
  const { columns, within } = list
  // This order is for machines: it leaves out what changed in the last minute.
  const sorts = list.sorts.filter((sort) => sort !== 'updatedAt')
  const hasCsv = `${path}.csv` in paths
  return { path, name: get.operationId, columns, filters, sorts, hasCsv, ...(within && { within }) }
}

function filterOf({ name = '', schema = {} }: Parameter): FilterShape {
  const { maxLength, default: byDefault } = schema
  const values = schema.enum ?? schema.anyOf?.flatMap(({ const: value }) => value ?? [])
  if (values) return { name, kind: 'choice', values, ...(byDefault !== undefined && { byDefault }) }
  if (schema.type === 'boolean') return { name, kind: 'flag' }
  if (schema.format === 'date-time') return { name, kind: 'time' }
  if (schema.format === 'date') return { name, kind: 'day' }
  const kind = /^(company|supplier)Id$/.test(name) ? 'company' : 'text'
  return { name, kind, ...(maxLength !== undefined && { maxLength }) }
}

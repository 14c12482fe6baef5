import { type Static, Type } from 'typebox'
import { oneLineWithText } from '#kernel/one-line'
import { record } from '#kernel/record'
import type { SavedView } from './saved-view.ts'

const listForm = { pattern: '^[a-z][A-Za-z0-9]*$', minLength: 1, maxLength: 64 }
const Name = Type.String({ minLength: 1, maxLength: 60, pattern: oneLineWithText })
const FieldName = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9.]+$' })

export const ListName = Type.String({
  ...listForm,
  description: 'The operation that reads the list: `searchOrders`.',
})

export const ViewParams = Type.Object({ viewId: Type.String({ maxLength: 64 }) })

const shown = {
  filters: Type.Record(
    Type.String({ pattern: '^[A-Za-z0-9.]{1,64}$' }),
    Type.String({ maxLength: 200 }),
    {
      additionalProperties: false,
      maxProperties: 20,
      description: 'The values of the filters of the list, by their names.',
    },
  ),
  sort: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Default: the first order of the list.',
    }),
  ),
  columns: Type.Optional(
    Type.Array(FieldName, {
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      description: 'The columns that the view shows. Default: all.',
    }),
  ),
}

const example = {
  filters: { state: 'PLACED', companyId: 'co_01m7xb82dw3khw78phh28dvacd' },
  sort: 'newest',
  columns: ['number', 'companyName', 'total', 'placedAt'],
}

export const NewViewBody = record(
  'NewViewOfList',
  'What a view shows of its list, and its name.',
  { list: ListName, name: Name, ...shown },
  { examples: [{ list: 'searchOrders', name: 'Open orders', ...example }] },
)

export const ChangeViewBody = record(
  'ChangeViewOfList',
  'What a view shows of its list from now on.',
  { name: Type.Optional(Name), ...shown },
  { examples: [example] },
)

export const ViewOfList = record(
  'ViewOfList',
  'What a person wants to see of a list, under a name.',
  {
    id: Type.String(),
    list: ListName,
    name: Name,
    ...shown,
    changedAt: Type.String({ format: 'date-time' }),
  },
  {
    examples: [
      {
        id: 'view_01m7xb82dw3khw78phh28dvacd',
        list: 'searchOrders',
        name: 'Open orders',
        ...example,
        changedAt: '2026-01-02T03:04:05.000Z',
      },
    ],
  },
)

export function viewSaved(saved: SavedView): Static<typeof ViewOfList> {
  const { id, list, name, filters, sort, columns, changedAt } = saved
  return {
    id,
    list,
    name,
    filters: { ...filters },
    ...(sort !== undefined && { sort }),
    ...(columns && { columns: [...columns] }),
    changedAt: changedAt.toISOString(),
  }
}

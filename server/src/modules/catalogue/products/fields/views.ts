import type { Static } from 'typebox'
import { type AnyField, allFields, type Fields, type StoredValues } from './index.ts'

type ViewedKey = {
  [Key in keyof Fields]: Fields[Key] extends { readonly view: unknown } ? Key : never
}[keyof Fields]

type Viewed = Pick<StoredValues, ViewedKey>
type LackingKey = {
  [Key in ViewedKey]: undefined extends Viewed[Key] ? Key : never
}[ViewedKey]

/** The values of a product that the API shows by themselves. A product may lack some of them. */
export type ViewedValues = Omit<Viewed, LackingKey> & Partial<Pick<Viewed, LackingKey>>

type ViewedField = AnyField & {
  readonly key: ViewedKey
  readonly view: NonNullable<AnyField['view']>
}
type Schemas = { readonly [Key in ViewedKey]: Fields[Key]['view']['schema'] }

export const viewedFields = allFields.filter(({ view }) => view) as ViewedField[]

/** The schemas of the fields in the API. */
export const fieldViews = Object.fromEntries(
  viewedFields.map(({ key, view }) => [key, view.schema]),
) as unknown as Schemas

/** The fields as the API shows them. One without a value is left out. */
export function viewFields(product: ViewedValues): {
  [Key in ViewedKey]: Static<Schemas[Key]>
} {
  const shown: Record<string, unknown> = {}
  for (const { key, view } of viewedFields) {
    const value = product[key]
    if (value !== undefined) shown[key] = view.of ? view.of(value) : value
  }
  return shown as { [Key in ViewedKey]: Static<Schemas[Key]> }
}

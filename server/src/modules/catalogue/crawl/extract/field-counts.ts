import {
  type CountedField,
  type FieldCounts,
  type FoundField,
  type FoundProduct,
  foundFields,
} from './found-product.ts'

export const countedFields = foundFields.filter((field) => field !== 'url')

/** `given`: the fields that the source states. What is given and not read was refused. */
export function countFields(
  product: FoundProduct | undefined,
  given: ReadonlySet<FoundField>,
): FieldCounts {
  return Object.fromEntries(
    countedFields.map((field) => {
      const isRead = product !== undefined && product.sources[field] !== undefined
      const count = {
        read: isRead ? 1 : 0,
        missing: isRead || given.has(field) ? 0 : 1,
        refused: !isRead && given.has(field) ? 1 : 0,
      }
      return [field, count]
    }),
  )
}

export function addCounts(one: FieldCounts, other: FieldCounts): FieldCounts {
  const sums = countedFields.flatMap((field) => {
    const [first, second] = [one[field], other[field]]
    if (!first || !second) return [[field, first ?? second] as const]
    const sum = {
      read: first.read + second.read,
      missing: first.missing + second.missing,
      refused: first.refused + second.refused,
    }
    return [[field, sum] as const]
  })
  return Object.fromEntries(sums.filter(([, count]) => count !== undefined))
}

/** Values that were read at first, and are not believed after all. */
export function refuseRead(
  counts: FieldCounts,
  refused: Readonly<Partial<Record<CountedField, number>>>,
): FieldCounts {
  const moved = countedFields.flatMap((field) => {
    const count = counts[field]
    const number = Math.min(refused[field] ?? 0, count?.read ?? 0)
    return count
      ? [[field, { ...count, read: count.read - number, refused: count.refused + number }]]
      : []
  })
  return Object.fromEntries(moved)
}

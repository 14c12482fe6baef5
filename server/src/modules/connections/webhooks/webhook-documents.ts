import { type TSchema, Type } from 'typebox'
import { record } from '#kernel/record'
import type { EventKind } from '#platform/outbox'
import { EventBodyView } from './endpoints/endpoint-schemas.ts'

/** The OpenAPI records of the events that webhooks deliver: one for each kind, and one for its data. */
export function webhookDocuments(kinds: readonly EventKind[]) {
  return [...kinds]
    .sort((one, other) => (one.type < other.type ? -1 : 1))
    .map(({ type, data }) => {
      const name = nameOf(type)
      const { description = '' } = data as { description?: string }
      const body = record(`${name}Event`, `The delivery of an event of the kind ${type}.`, {
        ...EventBodyView.properties,
        type: Type.Literal(type),
        data: Type.Optional(withTitle(data, name)),
        dataUrl: Type.Optional(
          Type.String({ description: 'The address of `data`, if the delivery leaves it out.' }),
        ),
      })
      return { type, name, description, body }
    })
}

/** Turns `order.price_reduced` into `OrderPriceReduced`. */
function nameOf(type: string): string {
  return type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function withTitle(schema: TSchema, title: string): TSchema {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema))
  return Object.assign(copy, { title }) as TSchema
}

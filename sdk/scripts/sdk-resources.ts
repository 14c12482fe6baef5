import { type SdkMethod, sdkMethodsOf } from './sdk-methods.ts'
import { commentOf } from './sdk-names.ts'

type Document = Parameters<typeof sdkMethodsOf>[0]

/** The table of the resource methods: `orders.place` is `post /api/v1/orders body`. */
export function writeSdkResources(document: Document): string {
  const resources = Map.groupBy(sdkMethodsOf(document), ({ resource }) => resource)
  const text = [...resources]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([resource, methods]) => `  ${resource}: {\n${methods.map(lineOf).join('')}  },\n`)
  return `export const resources = {\n${text.join('')}} as const\n`
}

function lineOf({ name, method, path, input, summary }: SdkMethod): string {
  const comment = summary === undefined ? '' : `    /** ${commentOf(summary)}. */\n`
  return `${comment}    ${name}: '${method} ${path} ${input}',\n`
}

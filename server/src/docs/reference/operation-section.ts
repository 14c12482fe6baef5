import { type Html, html } from '#pages/plain-page'
import { failureAddress } from './addresses.ts'
import {
  type Answer,
  type Api,
  answerOf,
  type Content,
  type Operation,
  parametersOf,
  resolve,
  type Schema,
} from './api-document.ts'
import { curlExample, exampleOf, sdkExample } from './examples.ts'
import { code, inline, join, prose } from './prose.ts'
import { fieldRow, fieldsOf, typeOf } from './schema-fields.ts'

/** All about one operation. Its anchor is its `operationId`. */
export function operationSection(api: Api, operation: Operation): Html {
  const { operationId, summary, description, method, path } = operation
  const sdk = sdkExample(api, operation)
  return html`<section class="operation" id="${operationId}" aria-labelledby="${operationId}-title">
<h2 id="${operationId}-title"><a href="#${operationId}">${summary}</a></h2>
<p class="address"><span class="method">${method}</span> <code>${path}</code></p>
${prose(description)}
${parameterPart(api, operation)}
${bodyPart(api, operation)}
${answerPart(api, operation)}
${failurePart(api, operation)}
<h3>With curl</h3>
${code(curlExample(api, operation))}
${sdk !== undefined && html`<h3>With the SDK</h3>\n${code(sdk)}\n`}</section>
`
}

function parameterPart(api: Api, operation: Operation): Html | undefined {
  const parameters = parametersOf(api, operation)
  if (parameters.length === 0) return undefined
  const places = [...new Set(parameters.map((parameter) => parameter.in))]
  return html`${places.map(
    (place) => html`<h3>${titles[place] ?? place}</h3>
<ul class="fields">
${parameters
  .filter((parameter) => parameter.in === place)
  .map(({ name, description, required = false, schema = {} }) =>
    fieldRow({ name, schema, isRequired: required, description }),
  )}</ul>
`,
  )}`
}

const titles: Readonly<Record<string, string>> = {
  path: 'In the path',
  query: 'In the query',
  header: 'In the headers',
}

function bodyPart(api: Api, { requestBody }: Operation): Html | undefined {
  if (!requestBody) return undefined
  const types = Object.entries(requestBody.content)
  const [[, first = {}] = []] = types
  const record = first?.schema && resolve(api, first.schema)
  return html`<h3>Body</h3>
<p>${requestBody.required ? '' : 'Optional. '}${contentTypes(requestBody.content)}</p>
${record && fieldsOf(record)}
`
}

/** `application/json`: Order, or a list of media types that hold the same. */
function contentTypes(content: Content): Html {
  const parts = Object.entries(content).map(([type, { schema }]) => {
    const media = html`<code>${type}</code>`
    return schema ? html`${media}: ${typeOf(payloadOf(schema))}` : media
  })
  return join(parts, '; ')
}

/** What an envelope holds, because that is what an answer is about. */
const payloadOf = (schema: Schema): Schema => schema.properties?.data ?? schema

function answerPart(api: Api, operation: Operation): Html {
  const answers = Object.entries(operation.responses).flatMap(([status, given]) => {
    const answer = /^[123]/.test(status) ? answerOf(api, given) : undefined
    return answer ? [successOf(api, status, answer)] : []
  })
  return html`<h3>Answer</h3>
${answers}`
}

function successOf(api: Api, status: string, { description, content = {} }: Answer): Html {
  const [first] = Object.values(content)
  const meta = first?.schema?.properties?.meta
  const metaFields = meta && fieldsOf(meta)
  const example = first && exampleOf(api, withData(first))
  return html`<p><code>${status}</code> ${inline(description)} ${first && contentTypes(content)}</p>
${metaFields && html`<p class="small">In <code>meta</code>:</p>\n${metaFields}\n`}${
  example !== undefined &&
  html`<details><summary>Example of <code>data</code></summary>\n${code(JSON.stringify(example, null, 2))}</details>\n`
}`
}

function withData(content: Content[string]): Content[string] {
  return content.schema ? { ...content, schema: payloadOf(content.schema) } : content
}

function failurePart(api: Api, operation: Operation): Html {
  const codes = operation['x-failure-codes'] ?? []
  const known = api.document['x-failure-codes']
  const others = Object.entries(operation.responses).flatMap(([status, given]) => {
    const answer = /^[45]\d\d$/.test(status) ? answerOf(api, given) : undefined
    return answer
      ? [html`<dt><code>${status}</code></dt><dd>${inline(answer.description)}</dd>\n`]
      : []
  })
  return html`<h3>Failures</h3>
${
  codes.length > 0 &&
  html`<dl>
${codes.map(
  (name) =>
    html`<dt><a href="${failureAddress(name)}"><code>${name}</code></a></dt><dd>${known[name]?.status ?? ''} ${inline(known[name]?.description ?? '')}</dd>\n`,
)}</dl>
`
}<details><summary>Failures that other operations have too</summary>
<dl>
${others}</dl>
</details>
`
}

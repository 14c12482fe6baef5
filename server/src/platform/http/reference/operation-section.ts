import { isJson, type Json } from '../openapi/schemas.ts'
import { type Field, fieldsOf, type Resolve, typeOf } from './fields.ts'
import { html, type Markup, prose } from './html.ts'
import { sampleOf } from './sample.ts'

export type Operation = {
  readonly method: string
  readonly path: string
  readonly value: Json
}

/** One operation: its purpose, what it accepts, what it answers, and a command to try it with. */
export function operationSection(
  { method, path, value }: Operation,
  resolve: Resolve,
  failureSentence: (code: string) => string,
): Markup {
  const id = String(value.operationId)
  return html`<article id="${id}">
<h3>${String(value.summary)}</h3>
<p class="address"><span class="method ${method}">${method.toUpperCase()}</span><code>${path}</code></p>
${prose(String(value.description ?? ''))}
${parametersOf(value, resolve)}
${bodyOf(value, resolve)}
<h4>Try it</h4>
<pre>${curlOf({ method, path, value }, resolve)}</pre>
${answersOf(value, resolve)}
${failuresOf(value, resolve, failureSentence)}
</article>`
}

function parametersOf(operation: Json, resolve: Resolve): Markup | undefined {
  const parameters = ((operation.parameters ?? []) as readonly unknown[]).map(resolve)
  if (parameters.length === 0) return undefined
  const fields = parameters.map((parameter) => ({
    name: `${String(parameter.name)}`,
    depth: 0,
    type: `${typeOf(parameter.schema, resolve)}, in the ${String(parameter.in)}`,
    isRequired: parameter.required === true,
    description: [parameter.description, defaultOf(resolve(parameter.schema))]
      .filter(Boolean)
      .join(' '),
  }))
  return html`<h4>Parameters</h4>${table(fields)}`
}

function defaultOf({ default: usual, minimum, maximum }: Json): string {
  const range = minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : ''
  const usually = usual === undefined ? '' : `default ${JSON.stringify(usual)}`
  const words = [range, usually].filter(Boolean).join(', ')
  return words && `(${words})`
}

function bodyOf(operation: Json, resolve: Resolve): Markup | undefined {
  const schema = contentSchema(operation.requestBody, 'application/json')
  if (!schema) return undefined
  return html`<h4>Body</h4>${table(fieldsOf(schema, resolve))}`
}

function answersOf(operation: Json, resolve: Resolve): Markup[] {
  const responses = Object.entries((operation.responses ?? {}) as Json)
  return responses
    .filter(([status]) => status.startsWith('2'))
    .map(([status, response]) => {
      const schema = contentSchema(response, 'application/json')
      if (!schema)
        return html`<h4>Answer ${status}</h4><p>${String(resolve(response).description)}</p>`
      const example = JSON.stringify(sampleOf(schema, resolve), undefined, 2)
      return html`<h4>Answer ${status}</h4><pre>${example}</pre>
<details><summary>Its fields</summary>${table(fieldsOf(schema, resolve))}</details>`
    })
}

/** The codes of the module, and those that the platform may answer on this route. */
function failuresOf(
  operation: Json,
  resolve: Resolve,
  failureSentence: (code: string) => string,
): Markup {
  const own = (operation['x-failure-codes'] ?? []) as readonly string[]
  const refusals = Object.entries((operation.responses ?? {}) as Json)
    .filter(([status]) => /^[45]/.test(status))
    .map(([status, response]) => {
      const { description, content } = resolve(response)
      const media = isJson(content) ? content['application/json'] : undefined
      const example = isJson(media) ? (media.example as { meta?: { code?: string } }) : undefined
      return html`<tr><td>${status}</td><td><code>${example?.meta?.code}</code></td><td>${String(description)}</td></tr>`
    })
  return html`<h4>Failure codes</h4>
${own.length > 0 && html`<ul>${own.map((code) => html`<li><code>${code}</code> ${failureSentence(code)}</li>`)}</ul>`}
<details><summary>What any route may answer</summary><div class="scroll"><table><thead><tr><th scope="col">Status</th><th scope="col">For example</th><th scope="col">Meaning</th></tr></thead><tbody>${refusals}</tbody></table></div></details>`
}

function contentSchema(holder: unknown, mediaType: string): Json | undefined {
  const content = isJson(holder) ? holder.content : undefined
  const media = isJson(content) ? content[mediaType] : undefined
  return isJson(media) && isJson(media.schema) ? media.schema : undefined
}

function table(fields: readonly Field[]): Markup | undefined {
  if (fields.length === 0) return html`<p>No fields.</p>`
  const rows = fields.map(
    (field) =>
      html`<tr><td class="d${field.depth}"><code>${field.name}</code>${
        field.isRequired && html` <span class="must">required</span>`
      }</td><td>${field.type}</td><td>${field.description}</td></tr>`,
  )
  return html`<div class="scroll"><table><thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows}</tbody></table></div>`
}

/** A command to copy. Its placeholders are written as in the contract: `<API_KEY>`. */
function curlOf({ method, path, value }: Operation, resolve: Resolve): string {
  const parameters = ((value.parameters ?? []) as readonly unknown[]).map(resolve)
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required === true)
    .map((parameter) => `${String(parameter.name)}=${String(sampleOf(parameter.schema, resolve))}`)
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => `<${name}>`)
  const schema = contentSchema(value.requestBody, 'application/json')
  const lines = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"$BASE_URL${address}${query.length > 0 ? `?${query.join('&')}` : ''}"`,
    ...credentialOf(value),
    ...parameters
      .filter((parameter) => parameter.in === 'header' && parameter.required === true)
      .map(
        (parameter) => `-H '${String(parameter.name)}: <${placeholderOf(String(parameter.name))}>'`,
      ),
    ...(schema
      ? ["-H 'content-type: application/json'", `-d '${JSON.stringify(sampleOf(schema, resolve))}'`]
      : []),
  ]
  return lines.join(' \\\n  ')
}

/** `Idempotency-Key` becomes `IDEMPOTENCY_KEY`. */
const placeholderOf = (name: string): string => name.toUpperCase().replaceAll('-', '_')

function credentialOf(value: Json): string[] {
  const security = (value.security ?? []) as readonly Json[]
  if (security.some((one) => 'apiKey' in one)) return ["-H 'x-api-key: <API_KEY>'"]
  return security.length > 0 ? ["-H 'authorization: Bearer <ACCESS_TOKEN>'"] : []
}

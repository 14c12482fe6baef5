import { isJson, type Json } from '../openapi/schemas.ts'
import type { Resolve } from './fields.ts'

const samplesByFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-01-02T03:04:05.000Z',
  date: '2026-01-02',
  email: 'buyer@company.example',
  uri: 'https://company.example/hook',
  url: 'https://company.example/hook',
  uuid: '8e03978e-40d5-43e8-bc93-6894a57f9324',
}

const deepest = 8

/** A sample value of a schema for readers: its own example if it has one, and a plausible value otherwise. */
export function sampleOf(schema: unknown, resolve: Resolve, depth = 0): unknown {
  const resolved = resolve(schema)
  const given = givenSample(resolved)
  if (given !== undefined) return given
  if (depth > deepest) return null
  const { type, anyOf, allOf } = resolved
  if (Array.isArray(anyOf)) return sampleOf(anyOf[0], resolve, depth + 1)
  if (Array.isArray(allOf)) {
    return Object.assign({}, ...allOf.map((part) => sampleOf(part, resolve, depth + 1)))
  }
  switch (type) {
    case 'object':
      return sampleObject(resolved, resolve, depth)
    case 'array':
      return [sampleOf(resolved.items, resolve, depth + 1)]
    case 'integer':
    case 'number':
      return typeof resolved.minimum === 'number' ? resolved.minimum : 1
    case 'boolean':
      return true
    case 'string':
      return samplesByFormat[String(resolved.format)] ?? 'text'
    default:
      return null
  }
}

function givenSample({ examples, const: constant, default: usual, enum: values }: Json): unknown {
  if (Array.isArray(examples) && examples.length > 0) return examples[0]
  if (constant !== undefined) return constant
  if (usual !== undefined) return usual
  return Array.isArray(values) ? values[0] : undefined
}

function sampleObject({ properties }: Json, resolve: Resolve, depth: number): Json {
  if (!isJson(properties)) return {}
  return Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [name, sampleOf(part, resolve, depth + 1)]),
  )
}

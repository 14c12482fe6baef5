import { readJsValue } from './js-value.ts'

const startsMax = 20
const parametersMax = 5_000

/**
 * The values of scripts that hold the state of a page: scripts of JSON, and objects that a script assigns to a name of the window.
 * Nothing is run.
 */
export function stateValues(scripts: readonly string[]): unknown[] {
  return scripts.flatMap((script) => valuesIn(script))
}

function valuesIn(script: string): unknown[] {
  const text = script
    .trim()
    .replace(/^<!--|-->$/g, '')
    .trim()
  if (/^[[{]/.test(text)) {
    const json = parseJson(text)
    if (json !== undefined) return [json]
    // A block of statements, or JSON with mistakes.
    const own = readJsValue(text, 0)
    return own ? [own.value] : []
  }
  return valuesAssigned(text)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** `window.__INITIAL_STATE__ = {…}`, `window["state"] = JSON.parse("…")`, `window.__NUXT__ = (function(a,b){return {…}}(1,"x"))`. */
const assignment =
  /(?:(?:window|self|globalThis)(?:\.[\w$]{1,80}|\[["'][\w$-]{1,80}["']\]){1,3}|(?:var|let|const)\s+[\w$]{1,80})\s*=\s*(?=[[{(J"'])/g

function valuesAssigned(text: string): unknown[] {
  const found: unknown[] = []
  let starts = 0
  let end = 0
  for (const match of text.matchAll(assignment)) {
    const at = match.index + match[0].length
    if (at < end) continue
    starts += 1
    if (starts > startsMax) break
    const read = valueFrom(text, at)
    if (!read) continue
    end = read.end
    if (typeof read.value === 'object' && read.value !== null) found.push(read.value)
  }
  return found
}

type Read = { readonly value: unknown; readonly end: number }

function valueFrom(text: string, at: number): Read | undefined {
  if (text.startsWith('JSON.parse(', at)) {
    const quoted = readJsValue(text, at + 'JSON.parse('.length)
    return typeof quoted?.value === 'string'
      ? { value: parseJson(quoted.value), end: quoted.end }
      : undefined
  }
  return text[at] === '(' ? valueReturned(text, at) : readJsValue(text, at)
}

const call = /\(\s*function\s*\(([\w$,\s]{0,60000})\)\s*\{/y

/** `(function(a,b){return {…}}(1,"x"))`: the parameters have the values of the call. */
function valueReturned(text: string, at: number): Read | undefined {
  call.lastIndex = at
  const head = call.exec(text)
  if (!head) return undefined
  const names = (head[1] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const bodyAt = at + head[0].length
  const returnAt = text.indexOf('return', bodyAt)
  if (returnAt === -1 || names.length > parametersMax) return undefined
  // The object is read once to find its end, and again with the values behind it.
  const shape = readJsValue(text, returnAt + 'return'.length)
  if (!shape) return undefined
  const [tail] = /^\s*;?\s*\}\s*\)?\s*(?=\()/.exec(text.slice(shape.end, shape.end + 200)) ?? []
  if (tail === undefined) return undefined
  const argumentsAt = shape.end + tail.length
  const list = argumentsOf(text, argumentsAt)
  if (!list) return undefined
  const values = new Map(names.map((name, index): [string, unknown] => [name, list.value[index]]))
  const read = readJsValue(text, returnAt + 'return'.length, values)
  return read && { value: read.value, end: list.end }
}

function argumentsOf(
  text: string,
  at: number,
): { readonly value: readonly unknown[]; readonly end: number } | undefined {
  const values: unknown[] = []
  let place = at + 1
  for (; values.length < parametersMax; ) {
    const [blank = ''] = /^[\s,]*/.exec(text.slice(place, place + 100)) ?? []
    place += blank.length
    if (text[place] === ')') return { value: values, end: place + 1 }
    const read = readJsValue(text, place)
    if (!read) return undefined
    values.push(read.value)
    place = read.end
  }
  return undefined
}

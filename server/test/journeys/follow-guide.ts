import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { aKey } from './client.ts'

export const guides = new URL('../../../docs/', import.meta.url)

export type GuideWorld = {
  /** What the reader has set: `$PURVEYOR`, `$TOKEN` and others. */
  readonly variables: Readonly<Record<string, string>>
  /** What the guide cannot know, such as `prd_…`, and what the reader writes in its place. */
  readonly examples?: Readonly<Record<string, string>>
  /** The files of `--data-binary @name`. */
  readonly files?: Readonly<Record<string, string>>
  /** The last call of the guide shows a refusal. */
  readonly lastIsRefused?: boolean
}

/** Sends every `curl` call of a guide, in order, as the shell of its reader would. */
export async function followGuide(name: string, world: GuideWorld): Promise<void> {
  const calls = callsOf(replaceExamples(await readFile(new URL(name, guides), 'utf8'), world))
  const variables = { ...world.variables }
  for (const [at, call] of calls.entries()) {
    const { url, ...request } = readCommand(call.words, variables, world.files)
    const response = await fetch(url, request)
    const text = await response.text()
    const isRefused = world.lastIsRefused === true && at === calls.length - 1
    expect(!response.ok, `${name}: ${call.words.join(' ')}: ${text}`).toBe(isRefused)
    if (call.variable) variables[call.variable] = valueAt(JSON.parse(text), call.words.at(-1) ?? '')
  }
}

export type Call = {
  /** The words after `curl`, with their quotes. */
  readonly words: readonly string[]
  /** The variable that keeps a part of the answer: `ORDER=$(curl … | jq -r .data.id)`. */
  readonly variable?: string | undefined
}

const commands = /^(?:(\w+)=\$\()?curl ((?:'[^']*'|"[^"]*"|\\\n|[^'"\\\n])*)$/gm

export function callsOf(guide: string): readonly Call[] {
  const blocks = [...guide.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
  return blocks.flatMap((block) =>
    [...block.matchAll(commands)].map(([, variable, rest = '']) => {
      const command = variable ? rest.replace(/\)$/, '') : rest
      const words = command.replaceAll('\\\n', ' ').match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []
      return { words, variable }
    }),
  )
}

function replaceExamples(guide: string, { examples = {} }: GuideWorld): string {
  return Object.entries(examples).reduce((text, [from, to]) => text.replaceAll(from, to), guide)
}

function readCommand(
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>> = {},
) {
  const pipe = words.indexOf('|')
  const left = words
    .slice(0, pipe === -1 ? words.length : pipe)
    .map((word) => expand(word, variables))
  const headers: [string, string][] = []
  let [method, url, body]: [string?, string?, string?] = []
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '-X') method = left.shift()
    else if (word === '-H') headers.push(headerOf(left.shift() ?? ''))
    else if (word === '-d') body = left.shift()
    else if (word === '--data-binary') body = files[left.shift()?.slice(1) ?? ''] ?? ''
    else if (!word.startsWith('-')) url = word
  }
  if (!url) throw new Error(`no address: ${words.join(' ')}`)
  return {
    url,
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    body: body ?? null,
  }
}

/** A word as the shell hands it on: text in single quotes stays, variables elsewhere get their values. */
function expand(word: string, variables: Readonly<Record<string, string>>): string {
  return word.replace(/'([^']*)'|"([^"]*)"|[^'"]+/g, (bare, single?: string, double?: string) => {
    if (single !== undefined) return single
    return (double ?? bare)
      .replaceAll('$(uuidgen)', aKey)
      .replace(/\$(\w+)/g, (_, name: string) => {
        const value = variables[name]
        if (value === undefined) throw new Error(`nothing has set $${name}`)
        return value
      })
  })
}

function headerOf(text: string): [string, string] {
  const colon = text.indexOf(':')
  return [text.slice(0, colon), text.slice(colon + 1).trim()]
}

/** What `jq -r` prints for a path such as `.data.lines[0].id`. */
function valueAt(answer: unknown, path: string): string {
  const keys = path.replaceAll("'", '').match(/\w+/g) ?? []
  const value = keys.reduce<unknown>((one, key) => (one as Record<string, unknown>)?.[key], answer)
  if (typeof value !== 'string') throw new Error(`the answer has no text at ${path}`)
  return value
}

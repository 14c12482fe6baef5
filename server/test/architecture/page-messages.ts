import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { IntlMessageFormat } from 'intl-messageformat'
import ts from 'typescript'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The arguments and tags of a message, each once. Throws if the message cannot be parsed. */
export function argumentsOf(message: string, language: string): string[] {
  const names = new Set<string>()
  const visit = (elements: readonly Element[]): void => {
    for (const { type, value, options, children } of elements) {
      if (type !== literal && type !== pound) names.add(String(value))
      for (const option of Object.values(options ?? {})) visit(option.value)
      visit(children ?? [])
    }
  }
  visit(new IntlMessageFormat(message, language).getAst() as unknown as Element[])
  return [...names].sort()
}

/** The kinds of elements that name nothing (the parser's own numbers). */
const literal = 0
const pound = 7

type Element = {
  readonly type: number
  readonly value?: string
  readonly options?: Readonly<Record<string, { readonly value: readonly Element[] }>>
  readonly children?: readonly Element[]
}

export type Source = { readonly path: string; readonly file: ts.SourceFile }

/** The source files of some folders, without tests and catalogues. */
export async function readSources(...folders: readonly string[]): Promise<Source[]> {
  const sources: Source[] = []
  for (const folder of folders) {
    for (const name of await readdir(join(root, folder), { recursive: true })) {
      if (!/\.tsx?$/.test(name) || /\.test\.ts$|^messages[/\\]/.test(name)) continue
      const path = join(folder, name)
      const text = await readFile(join(root, path), 'utf8')
      sources.push({ path, file: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) })
    }
  }
  return sources
}

/** Each text of a source, as a pattern: what a template inserts may be anything. */
export function textsIn({ file }: Source): RegExp[] {
  const found: RegExp[] = []
  walk(file, (node) => {
    const pattern = patternOf(node)
    if (pattern) found.push(pattern)
  })
  return found
}

export type Call = { readonly where: string; readonly keys: RegExp; readonly names: string[] }

/** The calls of `t` and `rich` with the names of the values that they give, where both can be read. */
export function callsIn({ path, file }: Source): Call[] {
  const found: Call[] = []
  walk(file, (node) => {
    if (!ts.isCallExpression(node) || !/(?:^|\.)(?:t|rich)$/.test(node.expression.getText())) return
    const [key, values] = node.arguments
    const names = namesIn(values)
    if (!key || !names) return
    const { line } = file.getLineAndCharacterOfPosition(node.getStart())
    for (const pattern of choicesOf(key).flatMap((choice) => patternOf(choice) ?? [])) {
      found.push({ where: `${path}:${line + 1}`, keys: pattern, names })
    }
  })
  return found
}

/** Text that people would see without a catalogue: between tags, or in an attribute that is shown or read out. */
export function sentencesIn({ file }: Source): string[] {
  const found: string[] = []
  walk(file, (node) => {
    if (ts.isJsxText(node)) found.push(node.text)
    if (ts.isJsxAttribute(node) && shown.has(node.name.getText())) {
      const value = node.initializer
      if (value && ts.isStringLiteral(value)) found.push(value.text)
    }
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'html') {
      const text = ts.isTemplateExpression(node.template)
        ? [node.template.head, ...node.template.templateSpans.map((span) => span.literal)]
            .map((part) => part.text)
            .join('\n')
        : node.template.text
      // A template that begins with a space adds attributes to a tag.
      if (!text.startsWith(' ')) found.push(...text.replace(/<[^>]*>/g, '\n').split('\n'))
    }
  })
  return found.map((text) => text.trim()).filter((text) => /\p{Letter}/u.test(text))
}

const shown = new Set(
  'act all alt aria-label ask description headline label none placeholder sure title why'.split(
    ' ',
  ),
)

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}

function patternOf(node: ts.Node): RegExp | undefined {
  if (ts.isStringLiteralLike(node)) return patternOfParts([node.text])
  if (!ts.isTemplateExpression(node)) return undefined
  // A template that begins with a value could be any text.
  if (!/^\w+\./.test(node.head.text)) return undefined
  return patternOfParts([node.head.text, ...node.templateSpans.map((span) => span.literal.text)])
}

function patternOfParts(parts: readonly string[]): RegExp {
  return new RegExp(`^${parts.map(escaped).join('.+')}$`)
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Both results of a choice between two keys. */
function choicesOf(node: ts.Expression): ts.Expression[] {
  if (!ts.isConditionalExpression(node)) return [node]
  return [...choicesOf(node.whenTrue), ...choicesOf(node.whenFalse)]
}

function namesIn(values: ts.Expression | undefined): string[] | undefined {
  if (!values) return []
  if (!ts.isObjectLiteralExpression(values)) return undefined
  const names = values.properties.flatMap(({ name }) => (name ? [name.getText()] : []))
  return names.length === values.properties.length ? names.sort() : undefined
}

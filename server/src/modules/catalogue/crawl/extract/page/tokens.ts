import { Tokenizer } from 'htmlparser2'

/** What `readTokens` finds, in the order of the page. Names are in lower case. */
export type TokenHandler = {
  onStartTag(name: string, attributes: ReadonlyMap<string, string>): void
  onEndTag(name: string): void
  onText(text: string): void
  /** Whether texts are needed now. Others are not even copied. */
  wantsText(): boolean
}

const attributesMax = 256
const attributeMax = 20_000
const nameMax = 64

/**
 * Reads a page as a sequence of tags and texts. It builds no tree and keeps only the attributes that are `wanted`, so the size and
 * depth of a page cost time in proportion, and no memory.
 */
export function readTokens(page: string, wanted: ReadonlySet<string>, handler: TokenHandler): void {
  let tag = ''
  let attributes = new Map<string, string>()
  let attribute: string | undefined
  let parts: string[] = []
  let length = 0
  const add = (text: string) => {
    if (attribute === undefined || length >= attributeMax) return
    parts.push(text.slice(0, attributeMax - length))
    length += text.length
  }
  const start = () => handler.onStartTag(tag, attributes)
  const ignore = () => undefined
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname: (from, to) => {
        tag = to - from > nameMax ? '' : page.slice(from, to).toLowerCase()
        attributes = new Map()
      },
      onopentagend: start,
      onselfclosingtag: start,
      onclosetag: (from, to) => {
        if (to - from <= nameMax) handler.onEndTag(page.slice(from, to).toLowerCase())
      },
      onattribname: (from, to) => {
        const name = to - from > nameMax ? '' : page.slice(from, to).toLowerCase()
        // The first of two attributes with one name counts.
        const isWanted =
          wanted.has(name) && attributes.size < attributesMax && !attributes.has(name)
        attribute = isWanted ? name : undefined
        parts = []
        length = 0
      },
      onattribdata: (from, to) => {
        if (attribute !== undefined) add(page.slice(from, Math.min(to, from + attributeMax)))
      },
      onattribentity: (code) => add(String.fromCodePoint(code)),
      onattribend: () => {
        if (attribute !== undefined) attributes.set(attribute, parts.join(''))
        attribute = undefined
      },
      ontext: (from, to) => {
        if (handler.wantsText()) handler.onText(page.slice(from, to))
      },
      ontextentity: (code) => {
        if (handler.wantsText()) handler.onText(String.fromCodePoint(code))
      },
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  )
  tokenizer.write(page)
  tokenizer.end()
}

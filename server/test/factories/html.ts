import { useApart } from './apart.ts'

/** The part of cheerio that tests use to read pages. */
export type HtmlPage = {
  (found: unknown): HtmlElements
  text(): string
}

export type HtmlElements = {
  readonly length: number
  text(): string
  attr(name: string): string | undefined
  attr(): Readonly<Record<string, string>> | undefined
  find(selector: string): HtmlElements
  first(): HtmlElements
  eq(at: number): HtmlElements
  parent(): HtmlElements
  next(): HtmlElements
  children(): HtmlElements
  map(made: (at: number, element: unknown) => string): { get(): string[] }
  each(seen: (at: number, element: unknown) => void): unknown
  toArray(): unknown[]
}

/** Reads a page as browsers do. */
export const { load } = await useApart<{ load(html: string): HtmlPage }>('cheerio')

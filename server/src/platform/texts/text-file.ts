import { readFileSync } from 'node:fs'
import type { Locale } from '#kernel/locale'

/** `server/texts`: what the service says, one folder for each language. */
export const textsFolder = new URL('../../../texts/', import.meta.url)

export type Texts = Readonly<Record<string, string>>

/** Reads `server/texts/<locale>/<path>.json`. */
export function readTexts(locale: Locale, path: string): Texts {
  const file = new URL(`${locale}/${path}.json`, textsFolder)
  return JSON.parse(readFileSync(file, 'utf8')) as Texts
}

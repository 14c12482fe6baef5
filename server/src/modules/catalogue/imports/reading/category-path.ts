import type { Texts } from './texts.ts'

const deepestCategory = 10

export function categoryPathOf(texts: Texts): readonly string[] | undefined {
  // Two blanks and a no-break space look like one blank, so they become one.
  const path = texts.path('category', 200)?.map((name) => name.replace(/\s+/g, ' '))
  if (path === undefined || path.length === 0) return undefined
  if (path.length <= deepestCategory) return path
  texts.complain(
    'category_too_deep',
    'The category has more than ten levels. Shorten its path.',
    'category',
    true,
  )
  return undefined
}

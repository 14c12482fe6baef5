import { catalogueTexts } from './lib/hostile-texts/catalogue-texts.ts'
import { foreignTexts } from './lib/hostile-texts/foreign-texts.ts'
import { measureTexts, type TextCost, turnMsMax } from './lib/hostile-texts/measure-texts.ts'
import { requestTexts } from './lib/hostile-texts/request-texts.ts'
import { searchTexts } from './lib/hostile-texts/search-texts.ts'

export type { TextCost }

/** What the hardest texts cost the main thread, at every place that reads text of companies and foreign hosts. */
export const hostileTexts = (): Promise<TextCost[]> =>
  measureTexts([...requestTexts, ...catalogueTexts, ...searchTexts, ...foreignTexts])

export function printTexts(texts: readonly TextCost[]): void {
  if (texts.length === 0) return
  console.table(
    texts.slice(0, 15).map(({ place, limit, cpuMs, growth, hardest }) => ({
      place,
      limit,
      'CPU ms': cpuMs,
      growth,
      hardest,
    })),
  )
  const slow = texts.filter(({ cpuMs }) => cpuMs > turnMsMax)
  console.log(
    `${texts.length} places; ${slow.length} hold the thread for more than ${turnMsMax} ms.`,
  )
}

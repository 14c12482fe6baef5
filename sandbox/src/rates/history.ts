import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

/** `data/fx` of the repository. Its SOURCE.md names the source and the licence. */
const path = join(import.meta.dirname, '../../../data/fx/ecb-euro-reference-rates.csv.gz')

export type Day = {
  /** A day, for example `2026-04-13`. */
  readonly date: string
  /** Rates as the ECB wrote them: units of a currency for one euro. The euro itself is among them. */
  readonly rates: ReadonlyMap<string, string>
}

export type History = {
  /** The last day with rates, on or before this day. Undefined before the first day with rates. */
  on(date: string): Day | undefined
}

export async function readHistory(): Promise<History> {
  const text = (await promisify(gunzip)(await readFile(path))).toString('utf8')
  const [head, ...lines] = text.trimEnd().split('\n')
  const currencies = (head ?? '').split(',').slice(1)
  const days = lines.map((line) => toDay(line, currencies))
  return { on: (date) => days.findLast((day) => day.date <= date) }
}

function toDay(line: string, currencies: readonly string[]): Day {
  const [date = '', ...figures] = line.split(',')
  const rates = currencies.flatMap((currency, at): [string, string][] => {
    const figure = figures[at]
    // A currency that no longer exists has no rate.
    return figure ? [[currency, figure]] : []
  })
  return { date, rates: new Map([['EUR', '1'], ...rates]) }
}

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * `node server/scripts/derive-vat-rates.ts <vat-rates.json of ibericode/vat-rates>` writes `data/tax/vat-rates.json`: the same
 * rates as decimal strings, under our tax classes. If a country has two reduced rates, the higher one is `reduced`.
 */
const path = process.argv[2]
if (path === undefined) throw new Error('Say where the source lies.')

type SourcePeriod = {
  readonly effective_from: string
  readonly rates: Readonly<Record<string, number>>
  readonly exceptions?: readonly { name: string; postcode: string; standard?: number }[]
}

const source = JSON.parse(await readFile(path, 'utf8')) as {
  readonly items: Readonly<Record<string, readonly SourcePeriod[]>>
}
const countries = Object.entries(source.items).sort(([one], [other]) => (one < other ? -1 : 1))
const derived = Object.fromEntries(
  countries.map(([country, periods]) => [country, periods.map(periodOf)]),
)
const target = join(import.meta.dirname, '../../data/tax/vat-rates.json')
await writeFile(target, `${JSON.stringify(derived, null, 1)}\n`)

function periodOf({ effective_from, rates, exceptions = [] }: SourcePeriod) {
  const { standard, reduced, reduced1, reduced2, super_reduced, parking } = rates
  const reducedRates = [reduced, reduced1, reduced2].filter((rate) => rate !== undefined)
  return {
    // The source's year 0 means: as long as the source knows.
    from: effective_from.replace(/^0000/, '0001'),
    rates: defined({
      standard,
      reduced: highest(reducedRates, 1),
      reduced_low: highest(reducedRates, -1),
      super_reduced,
      parking,
    }),
    ...(exceptions.length === 0
      ? {}
      : {
          places: exceptions.map(({ name, postcode, standard: rate }) => ({
            name,
            postcode,
            standard: String(rate),
          })),
        }),
  }
}

function highest(rates: readonly number[], direction: 1 | -1): number | undefined {
  return rates.toSorted((one, other) => direction * (other - one))[0]
}

function defined(rates: Readonly<Record<string, number | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(rates).flatMap(([name, rate]) =>
      rate === undefined ? [] : [[name, `${rate}`]],
    ),
  )
}

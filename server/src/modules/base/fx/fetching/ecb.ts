import { Decimal } from 'decimal.js'
import { SaxesParser } from 'saxes'
import { isCurrency } from '#kernel/money'
import type { Outbound } from '#platform/net'
import { askForRates } from './ask-for-rates.ts'
import { RatesNotFetched } from './provider.ts'

/** The source of the records that come from the European Central Bank. */
export const ecbName = 'ECB'

/** The reference rates of one day, such as `2026-01-07`: the units of each currency for one euro. */
export type ReferenceDay = { readonly day: string; readonly rates: ReadonlyMap<string, Decimal> }

/** The euro foreign exchange reference rates of the European Central Bank. */
export type ReferenceRates = {
  /** Fetches the last 90 days, so that an outage of the service leaves no gap. Throws `RatesNotFetched`. */
  fetchDays(signal?: AbortSignal): Promise<ReferenceDay[]>
}

const maxBodyBytes = 2_097_152

export function createEcb(options: {
  readonly outbound: Outbound
  readonly url: string
}): ReferenceRates {
  const { outbound, url } = options
  return {
    fetchDays: async (signal) => {
      const answer = await askForRates(outbound, {
        url,
        accept: 'application/xml, text/xml',
        maxBodyBytes,
        source: 'The reference rates',
        signal,
      })
      if (answer.status !== 200) {
        const sentence = `The source of the reference rates answered ${answer.status}.`
        throw new RatesNotFetched('unavailable', sentence)
      }
      return readDays(answer.body.toString('utf8'))
    },
  }
}

/**
 * A `Cube` with a time holds a `Cube` for each currency, with its rate. One invalid rate makes the whole answer
 * malformed.
 */
export function readDays(text: string): ReferenceDay[] {
  const days: { readonly day: string; readonly rates: Map<string, Decimal> }[] = []
  const parser = new SaxesParser()
  parser.on('opentag', ({ attributes }) => {
    const { time, currency, rate } = attributes as Readonly<Record<string, string | undefined>>
    if (time !== undefined) days.push({ day: dayIn(time), rates: new Map() })
    if (currency === undefined || rate === undefined || !isCurrency(currency)) return
    days.at(-1)?.rates.set(currency, figureIn(rate))
  })
  parser.on('error', () => refuse('they are no XML'))
  parser.write(text).close()
  if (days.length === 0) refuse('no day is among them')
  return days
}

function dayIn(time: string): string {
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(time) ? time : refuse('a day is none')
}

function figureIn(rate: string): Decimal {
  return /^[0-9]{1,11}(\.[0-9]{1,12})?$/.test(rate) && Number(rate) > 0
    ? new Decimal(rate)
    : refuse('a rate is no positive number')
}

function refuse(why: string): never {
  throw new RatesNotFetched('answer_malformed', `The reference rates cannot be read: ${why}.`)
}

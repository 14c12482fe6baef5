import { titleOf } from '../language/title-of.ts'
import type { Words } from '../language/words.ts'

/** The name of a section. A section that is newer than these pages has its own name, in English. */
export function sectionTitle({ find }: Words, section: string): string {
  return find(`readings.section.${section}`) ?? titleOf(section)
}

/** The name of a dependency, as it stands in a sentence. */
export function dependencyName({ find }: Words, dependency: string): string {
  return find(`readings.dependency.${dependency}`) ?? dependency
}

/** Formats an age, without a number that changes all the time. */
export function agoOf({ t, duration }: Words, seconds: number): string {
  return seconds < 10 ? t('shell.justNow') : t('shell.ago', { duration: duration(seconds) })
}

export type Reading = { readonly label: string; readonly value: string; readonly isQuiet: boolean }

/**
 * Formats a metric for people: the unit moves from the end of the name to the value. A histogram bucket keeps its
 * limit, with the unit, in its label.
 */
export function readingOf(words: Words, name: string, value: number | boolean): Reading {
  const { t, number, duration, milliseconds } = words
  const isQuiet = value === 0 || value === false
  const label = metricTitle(words, name)
  if (typeof value === 'boolean') {
    return { label, value: t(value ? 'shell.yes' : 'shell.no'), isQuiet }
  }
  const bucket = bucketIn(name)
  if (bucket) {
    const [, what = '', side, bound = '', unit] = bucket
    const limit = Number(bound.replace('_', '.'))
    const values = {
      metric: metricTitle(words, what),
      limit: unit ? milliseconds(limit) : number(limit),
    }
    const key = side === 'Over' ? 'operations.bucketOver' : 'operations.bucketUpTo'
    return { label: t(key, values), value: number(value), isQuiet }
  }
  if (/.Seconds$/.test(name)) return { label, value: duration(value), isQuiet }
  if (/.Ms$/.test(name)) return { label, value: milliseconds(value), isQuiet }
  return { label, value: number(value), isQuiet }
}

/** The metric that a bucket belongs to, in words: "Quote latency". Undefined if the metric is no bucket. */
export function spreadOf(words: Words, name: string): string | undefined {
  const what = bucketIn(name)?.[1]
  return what === undefined ? undefined : metricTitle(words, what)
}

const bucketIn = (name: string) => /^(.+)(UpTo|Over)([0-9_]+)(Ms)?$/.exec(name)

/** Without the unit, which stands beside the value. A metric that is newer than these pages has its English name. */
function metricTitle({ find }: Words, name: string): string {
  return find(`readings.metric.${name}`) ?? titleOf(name.replace(/(?<=.)(?:Seconds|Ms)$/, ''))
}

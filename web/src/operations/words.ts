/** Words that are written in capital letters. */
const initials = new Set(['fx', 'llm', 'id', 'url', 'p50', 'p95', 'api'])

/** Turns `checkoutLifecycle` into "Checkout lifecycle". */
export function titleOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([a-z])([0-9]+)([hd])(?![a-z])/g, '$1 $2 $3')
    .split(/[\s_]+/)
  const lower = words.map((word) => word.toLowerCase())
  const text = lower.map((word) => (initials.has(word) ? word.toUpperCase() : word)).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Formats seconds in at most two units. */
export function durationOf(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < 3_600) return `${Math.floor(whole / 60)} min`
  if (whole < 86_400) return pair(whole, 3_600, 'h', 60, 'min')
  return pair(whole, 86_400, 'd', 3_600, 'h')
}

/** Formats an age, without a number that changes all the time. */
export function agoOf(seconds: number): string {
  return seconds < 10 ? 'just now' : `${durationOf(seconds)} ago`
}

function pair(seconds: number, big: number, bigUnit: string, small: number, smallUnit: string) {
  const rest = Math.floor((seconds % big) / small)
  return `${Math.floor(seconds / big)} ${bigUnit}${rest > 0 ? ` ${rest} ${smallUnit}` : ''}`
}

export type Reading = { readonly label: string; readonly value: string; readonly isQuiet: boolean }

/**
 * Formats a metric for people: the unit moves from the end of the name to the value. A histogram bucket keeps its
 * limit, with the unit, in its label.
 */
export function readingOf(name: string, value: number | boolean): Reading {
  const isQuiet = value === 0 || value === false
  if (typeof value === 'boolean')
    return { label: titleOf(name), value: value ? 'Yes' : 'No', isQuiet }
  const bucket = bucketIn(name)
  if (bucket) {
    const [, what = '', side = '', limit = '', unit] = bucket
    const words = what + side
    const upTo = numberOf(Number(limit.replace('_', '.')))
    const label = `${titleOf(words)} ${upTo}${unit ? ' ms' : ''}`
    return { label, value: numberOf(value), isQuiet }
  }
  if (/.Seconds$/.test(name)) return { label: label(name, 7), value: durationOf(value), isQuiet }
  if (/.Ms$/.test(name)) return { label: label(name, 2), value: `${numberOf(value)} ms`, isQuiet }
  return { label: titleOf(name), value: numberOf(value), isQuiet }
}

/** The metric that a bucket belongs to, in words: "Quote latency". Undefined if the metric is no bucket. */
export function spreadOf(name: string): string | undefined {
  const what = bucketIn(name)?.[1]
  return what && titleOf(what)
}

const bucketIn = (name: string) => /^(.+)(UpTo|Over)([0-9_]+)(Ms)?$/.exec(name)

function label(name: string, unitLength: number): string {
  return titleOf(name.slice(0, -unitLength))
}

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

export function numberOf(value: number): string {
  return numbers.format(value)
}

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${numberOf(count)} ${count === 1 ? one : many}`
}

/**
 * Standards with a version, as search tokens: `USB 3.0`, `usb3` and `USB 3.2 Gen 1` become the same token. A version tells goods apart as a
 * measure does.
 */
type Standard = { readonly name: string; readonly pattern: string }

/** Versions of these have a major and a minor number. A device of 3.2 also works where 3.0 is wanted. */
const numberedStandards: readonly Standard[] = [
  { name: 'usb', pattern: 'usb(?:[ -](?:type[ -]?)?[abc])?' },
  { name: 'hdmi', pattern: 'hdmi' },
  { name: 'dp', pattern: '(?:mini[ -]?)?displayport' },
  { name: 'bt', pattern: 'bluetooth' },
  { name: 'pcie', pattern: 'pci[ -]?e(?:xpress)?' },
  { name: 'tb', pattern: 'thunderbolt' },
  { name: 'wifi', pattern: 'wi[ -]?fi' },
]
/** Versions of these are a number that may have a letter: `Cat 6a`, `DDR3L`, `IP67`. */
const letteredStandards: readonly Standard[] = [
  { name: 'cat', pattern: String.raw`(?:cat(?:egory|[ée]gorie)?|kat(?:egorie)?)\.?` },
  { name: 'ddr', pattern: 'ddr' },
  { name: 'ip', pattern: 'ip' },
]

const prefix = 'std'
const names = (some: readonly Standard[]) => some.map(({ pattern }) => `(${pattern})`).join('|')
/** The names before a version, as a part of a pattern without groups. */
export const standardNames = [...numberedStandards, ...letteredStandards]
  .map(({ pattern }) => pattern)
  .join('|')
const start = String.raw`(?<![\p{L}\p{N}.-])`
const end = String.raw`(?![\p{L}\p{N}]|[.,]\d)`
/** A number without a dot is a version only if it is no count, size or speed. */
const bare = String.raw`[1-9](?!\s?(?:x|×|in|to|gb|g|port|pack|pc)(?!\p{L})|\s?ports?\b)`
const version = String.raw`v?\.?\s?((?:[1-9]\.\d[a-z]?|${bare})(?:\s?gen\s?[12])?)${end}`
const numberedShape = new RegExp(
  `${start}(?:${names(numberedStandards)})[ -]?(?:version )?${version}`,
  'giu',
)
const letteredShape = new RegExp(
  String.raw`${start}(?:${names(letteredStandards)})[ -]?(\d{1,2}(?:\.\d)?[a-z]{0,2})(?![\p{L}\p{N}.]\d?|-\d{1,2}(?!\d))`,
  'giu',
)
const generation = /^3\.[12]\s?gen\s?([12])$/i
const hint =
  /(?:usb|hdmi|port|tooth|pci|bolt|fi|type|[abce]|xpress|cat|kat|gor|ddr|ip)[a-z. -]{0,10}\d/i

/** Adds the standards of a text to `tokens`. */
export function addStandards(text: string, tokens: Set<string>): void {
  if (!hint.test(text)) return
  for (const match of text.matchAll(numberedShape)) {
    const [name, version] = nameAndVersion(match, numberedStandards)
    for (const one of [version, ...furtherVersions(text, match)]) tokens.add(tokenOf(name, one))
  }
  for (const match of text.matchAll(letteredShape)) {
    const [name, version] = nameAndVersion(match, letteredStandards)
    for (const one of [version, ...furtherVersions(text, match)]) {
      tokens.add(`${prefix}${name}${one.toLowerCase()}`)
    }
  }
}

/** `Cat6/6e/6a` and `USB 2.0/3.2 Gen 1`: the name stands only before the first version. */
function furtherVersions(text: string, { index, 0: whole }: RegExpExecArray): readonly string[] {
  const [listed = ''] = furtherShape.exec(text.slice(index + whole.length)) ?? []
  return listed.split('/').flatMap((one) => one.trim() || [])
}

const furtherShape = /^(?:\s?\/\s?\d{1,2}(?:\.\d)?[a-z]{0,2}(?:\s?gen\s?[12])?(?![\p{L}\p{N}.]))+/iu

/** `HDMI` of the label `HDMI version`, whose value is only the version. */
export function standardOf(label: string): string | undefined {
  const [, name] = /^(.+?)(?: hub)? version$/i.exec(label) ?? []
  return name
}

type Standards = {
  /** For each standard, the tokens of the versions that will do. */
  readonly versions: readonly (readonly string[])[]
  /** The text without the versions. The names stay words. */
  readonly rest: string
}

/** Reads the versions of a query. Letters with a number, as `cat 6a`, stay words: see `seriesWord`. */
export function standardsOf(text: string): Standards {
  const versions: (readonly string[])[] = []
  const rest = text.replace(numberedShape, (whole: string, ...groups: (string | undefined)[]) => {
    const [name, version] = nameAndVersion([whole, ...groups], numberedStandards)
    versions.push(sinceVersion(name, version))
    const written = groups.find((one) => one !== undefined) ?? ''
    const isRepeated = text.toLowerCase().split(written.toLowerCase()).length > 2
    return isRepeated ? ' ' : ` ${written} `
  })
  return { versions, rest: versions.length > 0 ? rest.replace(/\s+/g, ' ').trim() : text }
}

/** The token of `cat` and `6a`. Undefined if it is no standard. */
export function letteredToken(word: string): string | undefined {
  const tokens = new Set<string>()
  if (/^(?:cat|ddr|ip)/i.test(word)) addStandards(word, tokens)
  return [...tokens][0]
}

function nameAndVersion(
  [, ...groups]: readonly (string | undefined)[],
  some: readonly Standard[],
): [name: string, version: string] {
  const at = groups.findIndex((one) => one !== undefined)
  return [some[at]?.name ?? '', (groups[some.length] ?? '').toLowerCase()]
}

const minorMax = 4

function sinceVersion(name: string, written: string): string[] {
  const [major, minor] = numberOf(written)
  const minors = Array.from(
    { length: Math.max(minorMax - minor, 0) + 1 },
    (_, more) => minor + more,
  )
  return minors.map((one) => tokenOf(name, `${major}.${one}`))
}

function tokenOf(name: string, version: string): string {
  const [major, minor] = numberOf(version)
  return `${prefix}${name}${major}p${minor}`
}

/** USB 3.0 was renamed twice: to 3.1 Gen 1 and to 3.2 Gen 1. */
function numberOf(version: string): readonly [major: number, minor: number] {
  const [, gen] = generation.exec(version) ?? []
  if (gen !== undefined) return [3, Number(gen) - 1]
  const [major = '0', minor = '0'] = version.split('.')
  return [Number.parseInt(major, 10), Number.parseInt(minor, 10)]
}

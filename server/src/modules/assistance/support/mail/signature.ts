/** The line above a signature: two hyphens and a space (RFC 3676). Many programs drop the space. */
const delimiter = /^-- ?$/
/** Without the space, what follows must be as short as a signature. */
const signatureLinesMax = 15

/** What phones and mail programs add below a text, in the languages of the service. */
const addedByApp = [
  /^(?:Sent|Get) (?:from|with|via|using) (?:my )?[\p{L}\d' ]{2,40}\.?$/iu,
  /^Get Outlook for (?:iOS|Android|Mac)(?: ?<[^<>\s]{1,200}>)?$/i,
  /^(?:Von meinem|Gesendet (?:von|mit)(?: meinem| der)?) [\p{L}\d' -]{2,40}(?: gesendet)?\.?$/iu,
  /^(?:Gesendet von )?Outlook für (?:iOS|Android|Mac)(?: beziehen)?(?: ?<[^<>\s]{1,200}>)?$/i,
  /^Holen Sie sich Outlook für (?:iOS|Android|Mac)(?: ?<[^<>\s]{1,200}>)?$/i,
  /^Envoyé (?:de|depuis|à partir de|avec) (?:mon |l[’'])?[\p{L}\d’' ]{2,40}\.?$/iu,
  /^(?:Obtenir|Obtenez|Télécharger) Outlook pour (?:iOS|Android|Mac)(?: ?<[^<>\s]{1,200}>)?$/i,
]

/** The line at which the signature of a text begins. Undefined: it has none. */
export function signatureStart(lines: readonly string[]): number | undefined {
  const at = lines.findLastIndex((line) => delimiter.test(line.trimStart()))
  const rest = at < 0 ? 0 : lines.length - at - 1
  const isDelimited = at >= 0 && (rest <= signatureLinesMax || lines[at]?.trimStart() === '-- ')
  if (isDelimited && !lines.slice(at + 1).some((line) => /^\s{0,3}>/.test(line))) return at
  const last = lines.findLastIndex((line) => line.trim() !== '')
  const text = lines[last]?.trim() ?? ''
  return text.length <= 300 && addedByApp.some((form) => form.test(text)) ? last : undefined
}

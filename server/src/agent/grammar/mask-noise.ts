import type { Leaf } from '../brief.ts'
import { namedNumbers } from './addresses.ts'
import { leafOf, type Reading, take, tokensOfSpan } from './reading.ts'

const documents =
  'order|po|invoice|ticket|room|raum|zimmer|bestellung|rechnung|kostenstelle|artikel|art\\.?-?nr\\.?|artikelnummer|sku|item|bestellnummer|tel\\.?|phone'
const documentNumber = String.raw`[:\s]\s?[A-Z]{0,4}-?\d{3,14}\b`
/** `We order 500 chairs` names no document: a number before goods counts them. */
const beforeNoGoods = String.raw`(?!\s(?!(?:is|was|has|had|from|dated|ist|war|wurde|hat|vom|von)\b)\p{L}|[.,]\d)`
const months = '(?:jan|feb|m[äa]r|apr|ma[iy]|jun|jul|aug|sep|o[kc]t|nov|de[zc])'

/** Addresses and numbers that name something and count nothing. */
const names = new RegExp(
  [
    String.raw`\bhttps?:\/\/\S{1,2000}`,
    String.raw`\bwww\.\S{1,500}`,
    String.raw`[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}`,
    String.raw`(?<![\d.,])(?:\+|00)\d[\d ()/-]{6,20}\d`,
    String.raw`#\d{1,12}\b`,
    String.raw`\b(?:${documents})\s(?:no\.?|number|nr\.?|nummer)${documentNumber}`,
    String.raw`\b(?:${documents})${documentNumber}${beforeNoGoods}`,
  ].join('|'),
  'giu',
)
/** `1.`, `2)`, `Pos. 1:`, `Item 3:` and `-` where a line begins. */
const listMarks = new RegExp(
  String.raw`^[ \t]{0,8}(?:(?:pos(?:ition)?|item|line|artikel)\.?\s?\d{1,3}[:.)]?(?!\d)|\d{1,2}(?:[.)]|\.\))(?=\s)(?!\s${months})|\(\d{1,2}\)(?=\s)|[a-z]\)|[-•*–+](?=\s))`,
  'gimu',
)
const greetings =
  /^[ \t]{0,8}(?:hi|hello|hey|dear|hallo|(?:good )?(?:morning|afternoon|evening)|greetings|guten (?:tag|morgen|abend)|morgen(?=[,!]| zusammen| \p{Lu})|moin(?: moin)?|servus|grüezi|grüß gott|tach|to whom it may concern|sehr geehrte[rs]?|liebe[rs]?)(?![\p{L}])(?:[^,!\n.\d]{0,40}[,!](?=\s)|[^,!\n.\d:]{0,30}(?=\n))/gimu
const closings =
  /(?:^[ \t]{0,8}|(?<=[.!?][ \t]{1,3})(?=mfg|lg|vg|best |kind |mit freundl|viele |beste ))(?:(?:many |best |kind |warm )?(?:thanks|thank you)(?! (?:for|to)\b)|(?:many |best |kind |warm )?(?:regards|cheers|sincerely)|best|yours(?: \p{L}+)?|thx|ta|mit freundlichen? gr(?:ü|ue)(?:ß|ss)en?|(?:mit )?(?:viele|beste|freundliche|liebe|schöne|herzliche)n? gr(?:ü|ue)(?:ß|ss)en?|(?:(?:vielen|besten|herzlichen|lieben|schönen) dank|danke(?:schön)?)(?! für\b)|mfg|lg|vg|gruß|grüße|i\. ?[av]\.|sent from my|von meinem|-- ?$)(?![\p{L}])[^\n\d]{0,40}(?:\n|$)/gimu
const signatureLengthMax = 600
const urgency =
  /(?<!\p{L})(?:asap|a\.s\.a\.p\.?|as soon as possible|urgently|urgent|dringend|eilig|schnellstmöglich|so (?:schnell|bald) wie möglich|sofort|immediately)(?!\p{L})/giu

/** Takes what says nothing about goods: greetings, signatures, addresses, numbers of documents, marks of lists. */
export function maskNoise(reading: Reading): void {
  const { text } = reading
  for (const pattern of [names, listMarks, ...namedNumbers]) {
    for (const match of text.matchAll(pattern)) takeSpan(reading, match.index, match[0].length)
  }
  for (const { index, 0: greeting } of text.matchAll(greetings)) {
    if (!hasRequest(reading, index, index + greeting.length)) {
      takeSpan(reading, index, greeting.length)
    }
  }
  takeSignature(reading)
}

/** Thanks at the end, and what follows them. Thanks before a request are no signature. */
function takeSignature(reading: Reading): void {
  const { text } = reading
  const end = endOfFree(reading)
  const opening = end - signatureLengthMax
  for (const { index, 0: closing } of text.matchAll(closings)) {
    if (index >= end) return
    const isSignature = index > 0 && index >= opening && !hasRequest(reading, index, end)
    if (isSignature) {
      takeSpan(reading, index, end - index)
      return
    }
    if (!hasRequest(reading, index, index + closing.length)) {
      takeSpan(reading, index, closing.length)
    }
  }
}

/** Where the part that is read ends: what others wrote may follow. */
function endOfFree({ tokens, free }: Reading): number {
  let last = tokens.length - 1
  while (last >= 0 && (free[last] === 0 || tokens[last]?.text === '\n')) last -= 1
  return tokens[last]?.end ?? 0
}

const askingWords = new Set(
  'need needs require want order buy add include send brauchen brauche benötigen suchen suche bestellen kaufen möchten hätten nehmen'.split(
    ' ',
  ),
)

function hasRequest(reading: Reading, start: number, end: number): boolean {
  const { from, to } = tokensOfSpan(reading, { start, end })
  return reading.tokens.slice(from, to).some(({ lower }) => askingWords.has(lower))
}

/** How urgent it is, in the buyer's word. */
export function readUrgency(reading: Reading): Leaf<string>[] {
  const notes: Leaf<string>[] = []
  for (const match of reading.text.matchAll(urgency)) {
    const span = tokensOfSpan(reading, { start: match.index, end: match.index + match[0].length })
    if (span.to > span.from) notes.push(leafOf(reading, span.from, span.to, 0.9))
    take(reading, span.from, span.to)
    if (notes.length >= 5) break
  }
  return notes
}

function takeSpan(reading: Reading, start: number, length: number): void {
  const { from, to } = tokensOfSpan(reading, { start, end: start + length })
  for (let at = from; at < to; at += 1) {
    // The line still ends, and with it the sentence.
    if (reading.tokens[at]?.text !== '\n') reading.free[at] = 0
  }
}

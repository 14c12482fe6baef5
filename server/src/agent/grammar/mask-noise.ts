import { leafOf, type Reading, take, tokensOfSpan } from './reading.ts'
import type { Leaf } from '../brief.ts'

/** Addresses and numbers that name something and count nothing. */
const names =
  /\bhttps?:\/\/\S{1,2000}|\bwww\.\S{1,500}|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}|(?<![\d.,])(?:\+|00)\d[\d ()/-]{6,20}\d|#\d{1,12}\b|\b(?:order|po|invoice|ticket|room|raum|zimmer|bestellung|rechnung|kostenstelle|artikel|art\.?-?nr\.?|artikelnummer|sku|item|bestellnummer|tel\.?|phone)(?:\s(?:no\.?|number|nr\.?|nummer))?[:\s]\s?[A-Z]{0,4}-?\d{3,14}\b/giu
/** `1.`, `2)`, `Pos. 1:`, `Item 3:` and `-` where a line begins. */
const listMarks = /^[ \t]{0,8}(?:(?:pos(?:ition)?|item|line|artikel)\.?\s?\d{1,3}[:.)]?|\d{1,2}[.)](?=\s)|[a-z]\)|[-•*–+](?=\s))/gimu
const greetings =
  /^[ \t]{0,8}(?:hi|hello|hey|dear|hallo|guten (?:tag|morgen|abend)|moin|servus|grüezi|sehr geehrte[rs]?|liebe[rs]?)(?![\p{L}])[^,!\n.]{0,40}[,!](?=\s)/gimu
const closings =
  /^[ \t]{0,8}(?:(?:many |best |kind |warm )?(?:thanks|thank you|regards|cheers|sincerely)|mit freundlichen grüßen|(?:viele|beste|freundliche|liebe|schöne) grüße|vielen dank|danke|mfg|lg|vg|gruß)(?![\p{L}])[^\n]{0,40}(?:\n|$)/imu
const urgency =
  /(?<!\p{L})(?:asap|a\.s\.a\.p\.?|as soon as possible|urgently|urgent|dringend|eilig|schnellstmöglich|so (?:schnell|bald) wie möglich|sofort|immediately)(?!\p{L})/giu

/** Takes what says nothing about goods: greetings, signatures, addresses, numbers of documents, marks of lists. */
export function maskNoise(reading: Reading): void {
  const { text } = reading
  for (const pattern of [names, listMarks, greetings]) {
    for (const match of text.matchAll(pattern)) takeSpan(reading, match.index, match[0].length)
  }
  const closing = closings.exec(text)
  // A signature stands at the end. Thanks at the beginning are no signature.
  if (closing && closing.index > 0) takeSpan(reading, closing.index, text.length - closing.index)
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

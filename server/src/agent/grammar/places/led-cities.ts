import type { Token } from '../tokens.ts'
import { unitOfWord } from '../units.ts'

const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** A name behind one of these is a place in every sentence. */
const sureLeads = set(
  'nach dap ddp cpt cip cif fca exw fob lieferort destination zielort bestimmungsort',
)
/** Behind one of these it is a place where the sentence speaks of delivery. */
const likelyLeads = set('to in at near an bei')
const deliveryWords =
  /^(?:deliver\p{L}*|ship\p{L}*|send|sending|freight|dispatch\p{L}*|lief\p{L}*|liefer\p{L}*|versand\p{L}*|senden|schicken|geschickt|anlieferung|abladestelle|incoterms?)$/u
const sites =
  /^(?:warehouse|depot|site|sites|office|plant|branch|store|shop|factory|headquarters|hq|workshop|facility|premises|hospital|school|hotel|clinic|werk|lager|baustelle|filiale|niederlassung|standort|standorte|büro|halle|zentrale|zentrallager|werkstatt|betrieb|außenstelle|schule|klinik|hotel|hauptsitz|depot|logistikzentrum)$/
/** Words with a capital letter that name no place. */
const notPlaces = set(
  'absprache vereinbarung rücksprache aufwand bedarf eingang erhalt muster zeichnung möglichkeit norm maß hause haus lager werk rechnung abruf ankunft ablauf auftrag auftragserteilung bestellung bestelleingang wunsch plan vorgabe vorlage weihnachten ostern prüfung zahlung größe farbe ' +
    'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december montag dienstag mittwoch donnerstag freitag samstag sonntag januar jänner februar märz mai juni juli oktober dezember ' +
    'mr mrs ms dr herrn herr frau customer client kunden kunde euro eur usd gbp chf total stock order orders unit building floor dock gate hall reception monat woche jahr quartal ende anfang mitte angebot lieferung der die das den dem einem einer unserer unser unsere ihnen sie uns us our the it them you me kw grün blau rot weiß schwarz silber stück rollen',
)
const wordsMax = 3

/** `deliver to Oulu`, `nach Husum`, `unsere Baustelle in 83022 Rosenheim`: a name that a word of places leads to. */
export function ledCity(
  tokens: readonly Token[],
  at: number,
  isFree: (at: number) => boolean,
): { readonly start: number; readonly end: number; readonly to: number } | undefined {
  const first = tokens[at]
  if (!first || !isName(first) || !isLed(tokens, at)) return undefined
  let to = at + 1
  while (to < at + wordsMax && isFree(to) && isName(tokens[to]) && !isLineStart(tokens, to)) to += 1
  const after = tokens[to]
  // `nach DIN 125`, `to Berlin 12 chairs`: what follows a city is a mark, a line end or a small word.
  const closes =
    after === undefined || after.kind === 'mark' || !isFree(to) || /^\p{Ll}/u.test(after.text)
  return closes ? { start: first.start, end: (tokens[to - 1] as Token).end, to } : undefined
}

function isName(token: Token | undefined): boolean {
  if (token?.kind !== 'word' || token.text.length < 3) return false
  return (
    /^\p{Lu}\p{Ll}+(?:[-’']\p{L}+){0,3}$/u.test(token.text) &&
    !notPlaces.has(token.lower) &&
    !unitOfWord(token.lower)
  )
}

function isLineStart(tokens: readonly Token[], at: number): boolean {
  return tokens[at - 1]?.text === '\n'
}

function isLed(tokens: readonly Token[], at: number): boolean {
  const isPostcode = /^\d{4,5}$/.test(tokens[at - 1]?.text ?? '')
  let lead = isPostcode ? at - 2 : at - 1
  if (isPostcode && /^(?:D|A|CH)$/.test(tokens[lead]?.text ?? '')) lead -= 1
  if (tokens[lead]?.text === '-' && isPostcode) lead -= 2
  const isColon = tokens[lead]?.text === ':'
  const word = tokens[isColon ? lead - 1 : lead]?.lower ?? ''
  if (isColon)
    return /^(?:lieferort|lieferung|lieferadresse|anlieferung|delivery|destination|ship|deliver|to|ziel|ort|place|site|baustelle|standort|incoterm|lieferanschrift)$/.test(
      word,
    )
  if (sureLeads.has(word) || sites.test(word)) return true
  if (!likelyLeads.has(word)) return false
  for (let back = lead - 1; back >= Math.max(0, lead - 12); back -= 1) {
    const { lower, text } = tokens[back] as Token
    if (/^[.;!?\n]$/.test(text)) return false
    if (deliveryWords.test(lower) || sites.test(lower)) return true
  }
  return false
}

export const availabilities = [
  'IN_STOCK',
  'LIMITED',
  'OUT_OF_STOCK',
  'PREORDER',
  'BACKORDER',
  'MADE_TO_ORDER',
  'IN_STORE_ONLY',
  'DISCONTINUED',
] as const

/** What a page says about the delivery of a product. */
export type FoundAvailability = (typeof availabilities)[number]

/** The values of schema.org/ItemAvailability, OpenGraph and Google Merchant, as letters only. */
const byWord: Readonly<Record<string, FoundAvailability>> = {
  instock: 'IN_STOCK',
  onlineonly: 'IN_STOCK',
  available: 'IN_STOCK',
  availablefororder: 'BACKORDER',
  limited: 'LIMITED',
  limitedavailability: 'LIMITED',
  limitedstock: 'LIMITED',
  outofstock: 'OUT_OF_STOCK',
  oos: 'OUT_OF_STOCK',
  soldout: 'OUT_OF_STOCK',
  reserved: 'OUT_OF_STOCK',
  unavailable: 'OUT_OF_STOCK',
  preorder: 'PREORDER',
  presale: 'PREORDER',
  backorder: 'BACKORDER',
  pending: 'BACKORDER',
  madetoorder: 'MADE_TO_ORDER',
  instoreonly: 'IN_STORE_ONLY',
  discontinued: 'DISCONTINUED',
}

/** Sentences of shops. What says no stands first: `nicht auf Lager` contains `auf Lager`. */
const byPhrase: readonly (readonly [RegExp, FoundAvailability])[] = [
  [
    /out of stock|sold out|not (?:in stock|available)|unavailable|nicht (?:auf lager|am lager|an lager|ab lager|vorrätig|verfügbar|lieferbar)|nicht mehr (?:auf lager|vorrätig|verfügbar)|ausverkauft|vergriffen|rupture|épuisé|indisponible|non disponibile|esaurito|agotado|sin existencias|uitverkocht|niet op voorraad|brak towaru|niedostępny|není skladem/i,
    'OUT_OF_STOCK',
  ],
  [
    /discontinued|ausgelaufen|nicht mehr lieferbar|n['’]est plus fabriqué|fin de série/i,
    'DISCONTINUED',
  ],
  [/pre-?order|vorbestell|précommande|preordine|reserva anticipada/i, 'PREORDER'],
  [
    /back-?order|nachbestell|lieferbar ab|sur commande|auf bestellung|bestellware|on order(?!s)|in arrivo/i,
    'BACKORDER',
  ],
  [
    /only \d+ (?:left|in stock)|nur noch (?:\d+|wenige)|plus que \d+|limited stock|low stock|geringer bestand|stock (?:limité|faible)/i,
    'LIMITED',
  ],
  [
    /in stock|auf lager|am lager|an lager|ab lager|lagernd|vorrätig|sofort (?:lieferbar|verfügbar|ab lager)|en stock|disponible|disponibile|op voorraad|på lager|i lager|skladem|na stanie|dostępny|raktáron|в наличии/i,
    'IN_STOCK',
  ],
]

/** Undefined when the text says nothing that is known. */
export function readAvailability(text: string): FoundAvailability | undefined {
  const last = text
    .slice(0, 200)
    .trim()
    .replace(/^https?:\/\/schema\.org\//i, '')
  const word = last.toLowerCase().replace(/[^a-z]/g, '')
  if (Object.hasOwn(byWord, word)) return byWord[word]
  return byPhrase.find(([phrase]) => phrase.test(last))?.[1]
}

const counts =
  /^(?:ca\.?|circa|about|env\.?|über|mehr als|more than|over|plus de|>=?|≥)?\s*(\d{1,3}(?:[.,'’ ]\d{3})+|\d{1,7})\s*\+?\s*(?:st(?:k|ck|ück)?|pcs?|pi[eè]ces?|units?|unités?|m|meter|kg|l|rollen|paar|vpe|ve|ktn|kartons?)?\.?\s*(?:auf lager|am lager|verfügbar|vorrätig|in stock|available|en stock|disponibles?)?$/iu
const stockWords: readonly (readonly [RegExp, FoundAvailability])[] = [
  [/^(?:nein|no|non|n|nicht|keine?r?|fehlt|none|nil|leer|aus)$/i, 'OUT_OF_STOCK'],
  [
    /^(?:wenige?|wenig|low|few|knapp|gering|faible|nur noch wenige.*|restbestand|letzte.*)$/i,
    'LIMITED',
  ],
  [
    /^(?:bestellbar|order|on order|to order|bestellware|auf anfrage bestellbar|à commander|commande)$/i,
    'BACKORDER',
  ],
  [
    /^(?:ja|yes|oui|y|j|o|x|✓|✔|☑|ok|lieferbar|verfügbar|lagernd|lagerware|lager|vorhanden|sofort|available(?: now)?|disponible|immediate(?:ly)?|ab lager|ex stock|stock|en stock|ready)$/i,
    'IN_STOCK',
  ],
]

/** The value of a field that states the stock, where a number or a short word is enough: `> 100`, `ja`, `lieferbar`. */
export function readStock(text: string): FoundAvailability | undefined {
  const value = text
    .slice(0, 200)
    .trim()
    .replace(/[.!]+$/, '')
  const [, number] = counts.exec(value) ?? []
  if (number !== undefined)
    return Number(number.replace(/\D/g, '')) > 0 ? 'IN_STOCK' : 'OUT_OF_STOCK'
  return readAvailability(value) ?? stockWords.find(([word]) => word.test(value))?.[1]
}

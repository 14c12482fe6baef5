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
    /out of stock|sold out|not (?:in stock|available)|unavailable|nicht (?:auf lager|vorrätig|verfügbar|lieferbar)|ausverkauft|vergriffen|rupture|épuisé|indisponible|non disponibile|esaurito|agotado|sin existencias|uitverkocht|niet op voorraad|brak towaru|niedostępny|není skladem/i,
    'OUT_OF_STOCK',
  ],
  [
    /discontinued|ausgelaufen|nicht mehr lieferbar|n['’]est plus fabriqué|fin de série/i,
    'DISCONTINUED',
  ],
  [/pre-?order|vorbestell|précommande|preordine|reserva anticipada/i, 'PREORDER'],
  [/back-?order|nachbestell|lieferbar ab|sur commande|in arrivo/i, 'BACKORDER'],
  [/only \d+ (?:left|in stock)|nur noch \d+|plus que \d+|limited stock/i, 'LIMITED'],
  [
    /in stock|auf lager|vorrätig|sofort (?:lieferbar|verfügbar)|en stock|disponible|disponibile|op voorraad|på lager|i lager|skladem|na stanie|dostępny|raktáron|в наличии/i,
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

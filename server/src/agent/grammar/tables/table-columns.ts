/** What a column of a table, or a label before a colon, says about its values. */
export type Column = 'goods' | 'quantity' | 'unit' | 'price' | 'total' | 'number' | 'property'

const names: readonly (readonly [Column, RegExp])[] = [
  [
    'number',
    /^(?:(?:art(?:ikel|icle)?|item|part|product|prod|mat(?:erial)?|best(?:ell)?|order|line|lfd|cat(?:alogue|alog)?|ean|gtin|hersteller|model)?[ .-]{0,2}(?:no|nr|number|nummer|num|code|id|#)\.?|#|pos(?:ition)?\.?|sku|ean|gtin|line|zeile|ref(?:erence|erenz)?\.?)$/,
  ],
  [
    'price',
    /^(?:(?:unit|target|net|single|list|max\.?)[ -]?(?:price|cost)|price(?: ?(?:each|\/ ?(?:unit|pc|piece|ea)|per (?:unit|piece|pc)))?|(?:einzel|stück|ziel|netto|wunsch|höchst|e[-.]?)-?preis|preisvorst(?:ellung)?\.?|max\.? preis|price max\.?|preis(?: ?(?:\/|pro|je) ?(?:stück|stk\.?|einheit))?|ep|cost|(?:€|eur|usd|chf|gbp)\/(?:stk\.?|stück|pc|pcs|unit|ea))$/,
  ],
  [
    'total',
    /^(?:(?:line |grand |sub)?total(?: price| amount)?|sum|gesamt(?:preis|summe|betrag|kosten)?|summe|gp|betrag|value|wert|amount (?:eur|usd|gbp|chf))$/,
  ],
  [
    'quantity',
    /^(?:(?:order(?:ed)? |req(?:uired|uested|\.)? )?(?:qty|qtys|quantity|quantities|qnty)\.?(?: ?(?:needed|required|ordered|req\.?))?|(?:bestell|bedarfs)?menge|mge\.?|anzahl|anz\.?|stückzahl|stück|stk\.?|pcs\.?|pieces|count|bedarf|soll|needed|required|to order|order|benötigt|zu bestellen|bestellen|amount|number of (?:units|pieces)|units needed)$/,
  ],
  [
    'unit',
    /^(?:(?:mengen)?einheit(?:en)?|me|eh|u[o0]m|units?|unit of measure|measure|gebinde|ve|packaging|verpackung|verpackungseinheit)$/,
  ],
  [
    'goods',
    /^(?:items?|articles?|artikel(?:bezeichnung|name|text)?|(?:produkt|waren)?bezeichnung|description|(?:item|product|article) (?:name|description)|beschreibung|products?|produkte?|name|goods|ware|material(?:kurztext)?|parts?|benennung|gegenstand|kurztext|what|was|equipment|gerät|leistung)$/,
  ],
  [
    'property',
    /^(?:sizes?|größen?|grösse|colou?r|farbe|notes?|remarks?|bemerkung(?:en)?|spec(?:s|ification)?|spezifikation|ausführung|comments?|kommentar|type|typ|model|modell|dimensions?|maße?|abmessung(?:en)?|brand|marke|hersteller|manufacturer|material(?:art)?|details?|variante?|länge|breite|höhe|length|width|height|norm|standard)$/,
  ],
]
/** `Price (EUR)`, `Menge [Stk]`, `total EUR`: what stands behind the name does not change the column. */
const tails =
  /[ \t]{0,3}(?:\([^()]{0,20}\)|\[[^[\]]{0,20}\]|\b(?:eur|usd|gbp|chf|netto|net|brutto|gross)|€|\$|£)$/
const nameLengthMax = 40

export function columnOf(text: string): Column | undefined {
  if (text.length > nameLengthMax) return undefined
  const name = text
    .toLowerCase()
    .replace(/[*"“”:]/g, '')
    .replaceAll('_', ' ')
    .trim()
    .replace(tails, '')
    .trim()
  return names.find(([, pattern]) => pattern.test(name))?.[0]
}

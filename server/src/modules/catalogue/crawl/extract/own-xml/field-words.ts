import { headerKey } from '#modules/imports/reading'
import type { MappedField } from './mapping.ts'
import { stepsOf } from './mapping.ts'

/** How people name the parts of a path: `hersteller/nr` has the key `nr` below `hersteller`. */
export type PathName = {
  /** The name as it is written, for words such as `price_inc_vat`. */
  readonly written: string
  readonly key: string
  /** The key of the element around it. Empty at the item itself. */
  readonly parent: string
  /** All keys, from the item on. */
  readonly keys: readonly string[]
}

export function nameOf(path: string): PathName {
  const names = (stepsOf(path) ?? []).flatMap((step) => {
    if (step.is === 'attribute') return [step.name]
    // `feld[@name=Preis]` is named by its key. A key such as a language or a number is added to the name.
    if (!step.having) return [step.name]
    const isNamed = genericWords.test(headerKey(step.name)) && /\p{L}{3}/u.test(step.having.value)
    return isNamed ? [step.having.value] : [step.name, step.having.value]
  })
  const keys = names.map(headerKey)
  const last = keys.at(-1) ?? ''
  const isKeyed = /\]$/.test(path) && keys.length > 1 && !isNameOfField(last)
  const at = isKeyed ? -2 : -1
  return {
    written: names.slice(-2).join(' '),
    key: keys.at(at) ?? '',
    parent: keys.at(at - 1) ?? '',
    keys,
  }
}

/** Elements whose attribute says what they hold. */
const genericWords =
  /^(?:feld|field|attribut|attribute|attr|merkmal|property|prop|param|parameter|eigenschaft|champ|caracteristique|value|wert|data|item|column|col|spalte|kenmerk|veld)$/

function isNameOfField(key: string): boolean {
  return Object.values(words).some(({ strong }) => strong.test(key))
}

/** Names that mean something only with the element around them. */
export const bare =
  /^(?:value|wert|valeur|waarde|text|texte|content|amount|betrag|montant|bedrag|name|nom|naam|nr|no|num|number|nummer|numero|id|code|qty|quantity|menge|anzahl|quantite|aantal|unit|einheit|unite|days|tage|jours|dagen|type|typ|status|url|href|src|)$/

export type Surrounding = 'maker' | 'price' | 'stock' | 'delivery' | 'image' | 'pack' | 'other'

const surroundings: readonly (readonly [Surrounding, RegExp])[] = [
  [
    'maker',
    /^(?:hersteller|manufacturer|maker|producer|produzent|fabricant|fabrikant|marque|brand|marke|merk|mfr)/,
  ],
  // Products that are named beside the product, its category, its supplier.
  [
    'other',
    /zubehor|accessor|related|similar|crosssell|ersatz|alternativ|successor|nachfolge|kategorie|categor|warengruppe|gruppe$|famil|^lieferant|^supplier|^fournisseur|^leverancier|rabatt|discount|remise|versand|shipping|fracht|transport/,
  ],
  ['price', /preis|price|prix|prijs|tarif/],
  ['stock', /stock|bestand|^lager|inventory|availab|verfug|verfueg|dispo|voorraad/],
  ['delivery', /^liefer|delivery|livraison|leadtime|levering/],
  ['image', /bild|image|^img|photo|foto|picture|visuel|media|afbeelding/],
  ['pack', /verpackung|packung|^pack|emballage|conditionnement|verpakking|gebinde/],
]

export function surroundingOf({ keys }: PathName): Surrounding | undefined {
  for (const key of keys.slice(0, -1).reverse()) {
    const found = surroundings.find(([, pattern]) => pattern.test(key))
    if (found) return found[0]
  }
  return undefined
}

/** Names that say whether prices have tax in them: `mwst_enthalten`, `inclVat`. */
export const saysTax =
  /(?:mwst|ust|steuer|vat|tax|tva|taxe|btw).*(?:incl|inkl|enthalten|comprise|exkl|excl)|(?:incl|inkl|includes?|including|exkl|excl|excludes?).*(?:mwst|ust|steuer|vat|tax|tva|taxe|btw)/

/** Names that change what a price means. */
export function saysOfPrice(key: string): boolean {
  const { currency, priceQuantity, unit } = words
  return [currency, priceQuantity, unit].some(({ strong }) => strong.test(key)) || saysTax.test(key)
}

type Words = {
  readonly strong: RegExp
  /** Counts only if nothing else is named better. */
  readonly weak?: RegExp
  /** With these words it is something else. */
  readonly not?: RegExp
}

/** The names of fields in English, German, French and Dutch, as `headerKey` writes them. */
export const words: Readonly<Record<MappedField, Words>> = {
  number: {
    strong:
      /^(?:(?:artikel|art|article|item|produkt|product|produit|prod|bestell|best|order|stock|katalog|catalog|catalogue|cat|material|mat|teile|sach|commande|bestel|ref|supplier|lieferanten?)(?:nummer|nr|no|number|num|code|id|ref|reference|numero|aid|pid|partid|nummern?)|sku|reference|referenz|referentie|ref|refarticle|refproduit|refcommande|referencearticle|referenceproduit|codearticle|codeproduit|numeroarticle|numarticle|noarticle|supplieraid|supplierpid|supplierartikelnr|lieferantenartikelnummer|lieferantenartikelnr|internenummer|eigenenummer)$/,
    weak: /^(?:nr|no|nummer|number|num|numero|code|id|key|artikel|partnumber|partno|partnr|modell|model|modele)$/,
  },
  name: {
    strong:
      /^(?:name|title|titel|titre|bezeichnung\d?|bez\d?|(?:artikel|produkt|waren|art)(?:name|bezeichnung|titel|bez)\d?|(?:product|item|article)(?:name|title)|kurztext|kurzbezeichnung|kurzbeschreibung|shortdescription|descriptionshort|shorttext|designation|designationarticle|designationproduit|libelle|libelleproduit|intitule|nom|nomproduit|nomarticle|naam|productnaam|artikelnaam|benaming|label|benennung)$/,
    weak: /^(?:text|texte|artikeltext|artikel|article|produkt|product|produit|description\d?|desc|beschreibung|omschrijving|itemdescription|productdescription|artikelbeschreibung|warenbeschreibung|descr)$/,
  },
  gtin: {
    strong:
      /^(?:gtin|ean|upc)(?:\d{1,2}|code|nummer|nr|no|number|s)?$|^(?:barcode|strichcode|codebarres?|codeean|streepjescode|artikelean|productean)$/,
  },
  manufacturer: {
    strong:
      /^(?:hersteller|manufacturer|brand|marke|marque|fabricant|fabrikant|merk|mfr|mfg|maker|producer|produzent)(?:name|nom|naam)?$/,
  },
  manufacturerNumber: {
    strong:
      /^(?:mpn|oem(?:nummer|number|nr|no)?|(?:hersteller|herst|manufacturer|manuf|mfr|mfg|maker|brand|fabrikant)(?:artikel|art|part|teile|product|item)?(?:nummer|nr|no|number|code|ref|reference|sku|id|aid|pid|pn)|(?:ref|reference|code)(?:fabricant|constructeur|fabrikant|marque)|typnummer|typenummer)$/,
    weak: /^(?:partnumber|partno|partnr)$/,
  },
  price: {
    strong:
      /(?:preis|price|prix|prijs)|^(?:h?vk\d?(?:netto|brutto|eur)?|nettovk|tarif(?:ht|ttc|net|eur)?|pu|puht|puttc|pvht|pv)$/,
    weak: /^(?:netto|brutto|net|gross|ht|ttc|amount|betrag|montant|bedrag|vkp|haendlerek|handlerek)$/,
    not: /uvp|rrp|msrp|recommend|empf|conseille|advies|preisalt|^alt|old(?:price|preis)|preisold|^was|streich|vorher|ancien|barre|^einkauf|purchase|buying|cost|achat|einstand|inkoop|^ek|min(?:price|preis)|max(?:price|preis)|preis(?:min|max)|price(?:min|max)|rabatt|discount|remise|saving|ersparnis|versand|shipping|porto|fracht|livraison|delivery|verzend|pfand|deposit|consigne|grund|base|cents?$|gruppe|group|(?:preis|price|prix|prijs)(?:einheit|eh|unit|unite|eenheid|basis|menge|quantity|qty|quantite|pro|per|je|par|pour|faktor)$|typ|type|art$|currency|wahrung|waehrung|devise|valuta|sale(?!s)|aktion|action|promo|sonder|special|offre|datum|date|gultig|valid|stand$|rate|satz|code|info|text|liste?$|anfrage|staffel|tier|palier|scale|zolltarif|tarifnr|customs|douan/,
  },
  currency: {
    strong:
      /(?:currency|wahrung|waehrung|devise|monnaie|valuta|munteenheid|munt)|^(?:curr|cur|ccy|whg|iso4217|isocurrency)$/,
  },
  priceQuantity: {
    strong:
      /^(?:preiseinheit|preismenge|preisbasis|preis(?:pro|per|je)|priceunit|pricequantity|priceqty|pricebasis|pricebase|priceper|perquantity|unitefacturation|unitedeprix|baseprix|basequantity|prixpar|prixpour|quantiteprix|prijseenheid|prijsper|pe|peh|preiseh|preisfaktor)$/,
    weak: /^(?:pro|per|je|par|pour|basis|base)$/,
  },
  unit: {
    strong:
      /^(?:einheit|mengeneinheit|verkaufseinheit|bestelleinheit|basiseinheit|lagereinheit|verkaufsme|me|vke|eh|einh|unit|units|uom|unitofmeasure|unitofsale|salesunit|salesuom|sellingunit|orderunit|unite|unitevente|unitedevente|unitemesure|unitedemesure|uv|um|eenheid|verkoopeenheid|besteleenheid|mengenein|preiseinheit|priceunit|prijseenheid|per|pro|je|par)$/,
    weak: /^(?:verpackung|packaging|package|gebinde|conditionnement|verpakking)$/,
  },
  packQuantity: {
    strong:
      /^(?:vpe|ve|verpackungseinheit|verpackungsmenge|packungsinhalt|packungsgroesse|packungsgrosse|inhalt|packqty|packquantity|packsize|packagingquantity|quantityperpack|qtyperpack|unitsperpack|piecesperpack|piecesperunit|contents|casesize|caseqty|colisage|conditionnement|quantiteparcolis|parcolis|verpakkingseenheid|verpakkingsinhoud|inhoud|stuckprovpe)$/,
  },
  tax: {
    strong:
      /^(?:preisart|steuerart|pricetype|typprix|typeprix|taxmode|taxtype|taxstatus|prijstype)$|(?:mwst|ust|steuer|vat|tax|tva|taxe|btw).*(?:incl|inkl|enthalten|comprise|exkl|excl)|(?:incl|inkl|includes?|including|exkl|excl|excludes?).*(?:mwst|ust|steuer|vat|tax|tva|taxe|btw)|^(?:inkl|incl|netto|net|brutto|gross|ttc|ht)$/,
    weak: /^(?:steuer|tax|vat|mwst|tva|btw|typ|type|art|basis)$/,
  },
  taxRate: {
    strong:
      /^(?:mwst|ust|mehrwertsteuer|umsatzsteuer|steuer|vat|tax|tva|taxe|btw)(?:satz|rate|prozent|percent|pct|code|taux)?$|^(?:tauxtva|tauxdetva|steuersatz|taxrate|vatrate)$/,
  },
  availability: {
    strong:
      /(?:bestand|stock|^lager|inventory|onhand|voorraad|verfug|verfueg|availab|dispo|lieferbar|vorrat|quantiteenstock)/,
    weak: /^(?:menge|qty|quantity|quantite|anzahl|aantal|stuckzahl|status|etat|zustand|statut)$/,
    not: /min|max|melde|reorder|order$|date|datum|days|tage|ort$|platz|location|code|nr$|nummer|number|no$|id$|type|typ$|unit|einheit|from|ab$|time|zeit|delai|keeping|art$|wert$|value$|price|preis/,
  },
  deliveryTime: {
    strong:
      /lieferzeit|liefertage|lieferfrist|deliverytime|leadtime|deliverydays|leaddays|dispatchtime|shippingtime|delai|levertijd|levertermijn|wiederbeschaffung/,
  },
  description: {
    strong:
      /^(?:beschreibung|langtext|langbeschreibung|produktbeschreibung|artikelbeschreibung|description|descriptionlongue|longdescription|descriptionlong|longtext|productdescription|descriptif|details?|omschrijving|omschrijvinglang|artikeltext|text\d?|zusatztext|info|bezeichnung2|desc)$/,
  },
  link: {
    strong:
      /^(?:link|url|deeplink|(?:produkt|product|produit|artikel|article|item|shop|web|detail)(?:s|en)?(?:link|url|seite|page)|lien|lienproduit|urlproduit|urlarticle|href|webseite|weblink|page|loc)$/,
  },
  image: {
    strong: /bild|image|^img|photo|foto|picture|^pic|visuel|afbeelding|^media|thumb/,
    not: /alt$|titel|title|breite|width|height|hoehe|text|date|datum/,
  },
}

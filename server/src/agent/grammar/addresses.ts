/** Words after which a number names a document, a project or an account. What follows such a number does not matter. */
const namedAddress =
  'rfqs?|rfp|tender|p\\.?o\\.?(?: box)?|postfach|ref(?:erence|erenz)?|invoice|ticket|tracking|cost cent(?:re|er)|customer|account|rechnung|kostenstelle|kst|kunden(?:-| )?|kundennummer|bauvorhaben|bv|vorgang|az|aktenzeichen|lieferschein|ust-?id|vat|iban|hrb|fn'
/** Words after which a number may count goods too: `order 500 chairs`. */
const perhapsNamed =
  'orders?|offer|quote|quotation|enquiry|inquiry|anfrage|auftrag|projekt|project|vertrag|contract|case|job|bestellung|angebot|lieferung|delivery|shipment|article|artikel|item|sku|part|lot|batch|charge|model|modell'
const mark = String.raw`[ \t]{0,2}(?:no\.?|nr\.?|number|nummer|num\.?|#|id)?[ \t]{0,2}[.:#]?[ \t]{0,2}`
const code = String.raw`(?=[\p{L}\d/.-]{0,24}\d)[\p{Lu}]{0,6}[-/]?\d[\p{L}\d]{0,12}(?:[-/.]\d{1,12}){0,5}(?: \d{3}(?=[.,;\n]|$)){0,3}(?![.,]\d)`
const longCode = String.raw`(?:[\p{Lu}]{0,6}-?\d{2,12}(?:[-/]\d{1,12}){1,5}|[\p{Lu}]{1,6}-?\d{3,12})`
const streets =
  'Street|Road|Lane|Avenue|Ave|Drive|Way|Boulevard|Blvd|Square|Close|Court|Park|Quay|St|Rd'
const germanStreets = 'straße|strasse|str\\.|weg|gasse|platz|allee|ring|damm|ufer|gürtel|park|hof'
const parts =
  'unit|suite|building|bldg|floor|hall|dock|gate|room|warehouse|plant|werk|halle|lager|tor|gebäude|etage|stock|raum|zimmer|haus|filiale|bereich|version|appendix|anlage|annex|page|seite|geb\\.?|ext\\.?|durchwahl|dw|apt\\.?|store|shop|markt|bay|aisle|level|stock|og|eg|cell|line|linie'

/** Numbers that name something and count nothing: documents, addresses, telephones, years. Each pattern is bounded. */
export const namedNumbers: readonly RegExp[] = [
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${namedAddress})(?![\p{L}])${mark}${code}`, 'giu'),
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${perhapsNamed})${mark}${longCode}`, 'giu'),
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${perhapsNamed})[ \t](?:no\.?|nr\.?|number|nummer|#)[ \t]{0,2}[.:]?[ \t]{0,2}${code}`,
    'giu',
  ),
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${perhapsNamed})[ \t]\d{4,12}(?=[ \t](?:of|from|dated|was|is|has|will|vom|von|war|ist|wurde|über|arrived?|over)\b)`,
    'giu',
  ),
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])\d{1,4}[a-z]?[ \t](?:\p{Lu}[\p{L}'’]{1,20}[ \t]){1,3}(?:${streets})\b\.?`,
    'gu',
  ),
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:[\p{Lu}][\p{L}-]{0,30}[ \t-])?[\p{L}-]{0,30}(?:${germanStreets})[ \t]\d{1,4}[ \t]?[a-z]?(?:[-/]\d{1,4})?(?![\p{L}\p{N}])`,
    'giu',
  ),
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${parts})[ \t](?:no\.?[ \t]|nr\.?[ \t])?\d{1,4}[a-z]?(?=[ \t]{0,2}(?:[,.;:)\n]|$))`,
    'gimu',
  ),
  /(?<![\p{L}\p{N}])(?:lot|los|phase|tranche|batch|teil|step)[ \t]\d{1,2}(?=[ \t:])/giu,
  // Postcodes of Britain and of the Netherlands, and four or five figures before the name of a town.
  /(?<![\p{L}\p{N}])[A-Z]{1,2}\d{1,2}[A-Z]?[ ]\d[A-Z]{2}(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])\d{4}[ ][A-Z]{2}(?=[ ]\p{Lu}\p{Ll})/gu,
  /(?<=(?<![\p{L}\p{N}])(?:in|an|nach|to|[DA]-|CH-|(?:[Ss]tra(?:ß|ss)e|[Ss]tr\.|[Ww]eg|[Gg]asse|[Pp]latz|[Aa]llee|[Rr]ing|[Dd]amm|[Pp]ark|[Hh]of|[Uu]fer|[Mm]arkt|[Gg]ürtel|[Gg]raben)[ ]\d{1,4}[a-z]?,?)[ ]?)\d{4,5}(?=[ ]\p{Lu}\p{Ll}{2,30})/gu,
  /(?<![\p{L}\p{N}])(?:tel(?:efon|ephone)?|phone|fon|fax|mobile?|cell|handy|call|t|f|m)[ \t]{0,2}[.:]{0,2}[ \t]{0,2}\(?[+0][\d ()/.-]{5,24}\d/giu,
  /(?<![\p{L}\p{N}.,])0\d{2,5}[ ]?[/-][ ]?\d[\d -]{3,16}\d/gu,
  /(?<![\p{L}\p{N}.,:])\d{1,2}(?:(?::\d{2}){1,2}(?!\d)(?:[ ]?(?:uhr|h|am|pm))?|[ ](?:uhr|o'clock)|[ ]?(?:a\.m\.|p\.m\.|am|pm))(?![\p{L}\p{N}])/giu,
  /(?<![\p{L}\p{N}])(?:est\.|established|since|founded|seit|gegründet|baujahr(?: ab)?|bj\.?|jahrgang|year|ab|since|model year|season|saison|sommer|winter|summer|spring|autumn|herbst|frühjahr)[ \t](?:in[ \t])?(?:19|20)\d\d(?![\d.,])/giu,
]

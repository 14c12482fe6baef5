/** How a unit can be used: a `spec` describes goods and never counts them. */
export type UnitKind = 'piece' | 'package' | 'measure' | 'spec'
export type UnitWord = { readonly code: string; readonly kind: UnitKind }

/** Codes of UN/ECE Recommendation 20, and of Recommendation 21 after an X, with the words that buyers use. */
const words: readonly (readonly [code: string, kind: UnitKind, words: string])[] = [
  [
    'C62',
    'piece',
    'piece pieces pc pc. pcs pcs. unit units ea stück stueck stk stk. stck stck. st. nos exemplare exemplar pièce pièces',
  ],
  ['PR', 'piece', 'pair pairs paar paare paire paires'],
  ['SET', 'piece', 'set sets satz sätze garnitur garnituren'],
  ['ST', 'piece', 'sheet sheets blatt blätter bogen bögen'],
  ['XBX', 'package', 'box boxes schachtel schachteln boxen boîte boîtes'],
  ['XCT', 'package', 'carton cartons karton kartons ktn ktn. ctn ctns'],
  [
    'XPK',
    'package',
    'pack packs package packages packet packets paket pakete packung packungen päckchen pkg pkg. pckg. pck pck.',
  ],
  ['XPX', 'package', 'pallet pallets palette paletten pal pal.'],
  ['XRO', 'package', 'roll rolls rolle rollen rl rl. rouleau rouleaux'],
  ['XBG', 'package', 'bag bags beutel tüte tüten'],
  ['XSA', 'package', 'sack sacks säcke sac sacs'],
  ['XBO', 'package', 'bottle bottles flasche flaschen fl. bouteille bouteilles'],
  ['XCA', 'package', 'can cans tin tins dose dosen'],
  ['XPL', 'package', 'pail pails bucket buckets eimer'],
  ['XTU', 'package', 'tube tubes tuben'],
  ['XCR', 'package', 'crate crates kiste kisten kasten kästen'],
  ['XCS', 'package', 'case cases'],
  ['XDR', 'package', 'drum drums fass fässer'],
  ['XCI', 'package', 'canister canisters kanister'],
  ['XBE', 'package', 'bundle bundles bündel bund'],
  ['RM', 'package', 'ream reams reem reems ries'],
  ['KGM', 'measure', 'kg kgs kilo kilos kilogram kilograms kilogramm'],
  ['GRM', 'measure', 'g gram grams gramm'],
  ['TNE', 'measure', 't ton tons tonne tonnes tonnen'],
  ['LTR', 'measure', 'l litre litres liter liters ltr ltr. ltrs'],
  ['MLT', 'measure', 'ml millilitre millilitres milliliter'],
  ['MTR', 'measure', 'm metre metres meter meters mtr mtrs lfm mètre mètres'],
  ['MTK', 'measure', 'm² m2 sqm qm quadratmeter sq-m'],
  ['FTK', 'measure', 'sqft sq-ft ft² ft2'],
  ['MTQ', 'measure', 'm³ m3 cbm kubikmeter'],
  ['LBR', 'measure', 'lb lbs pound pounds'],
  ['ONZ', 'measure', 'oz ounce ounces'],
  ['FOT', 'measure', 'ft foot feet'],
  ['YRD', 'measure', 'yd yard yards'],
  ['GLL', 'measure', 'gallon gallons'],
  ['HUR', 'measure', 'hour hours stunde stunden'],
  ['INH', 'spec', 'inch inches zoll'],
  ['MMT', 'spec', 'mm millimetre millimetres millimeter'],
  ['CMT', 'spec', 'cm centimetre centimetres centimeter zentimeter'],
  ['4L', 'spec', 'mb gb tb mbit gbit gbps mbps'],
  ['WTT', 'spec', 'w kw watt watts kilowatt'],
  ['VLT', 'spec', 'v volt volts kv'],
  ['AMP', 'spec', 'ah mah ampere amp amps'],
  ['HTZ', 'spec', 'hz khz mhz ghz'],
  [
    'GM',
    'spec',
    'gsm dpi ppm lumen lm lux kn nm µm db mp px pixel pixels port ports cores kerne pages seiten pole poles',
  ],
  [
    'ANN',
    'spec',
    'year years jahr jahre jahren month months monat monate monaten week weeks woche wochen day days tag tage tagen',
  ],
]

const table: ReadonlyMap<string, UnitWord> = new Map(
  words.flatMap(([code, kind, list]) =>
    list.split(' ').map((word): [string, UnitWord] => [word, { code, kind }]),
  ),
)

export function unitOfWord(lower: string): UnitWord | undefined {
  return table.get(lower) ?? table.get(lower.replace(/^sq\.? ?/, 'sq-'))
}

/** How a unit can be used: a `spec` describes goods and never counts them. */
export type UnitKind = 'piece' | 'package' | 'measure' | 'spec'
export type UnitWord = { readonly code: string; readonly kind: UnitKind }

/** Codes of UN/ECE Recommendation 20, and of Recommendation 21 after an X, with the words that buyers use. */
const words: readonly (readonly [code: string, kind: UnitKind, words: string])[] = [
  [
    'C62',
    'piece',
    'piece pieces pc pc. pcs pcs. unit units ea ea. off no. stück stueck stk stk. stck stck. st. nos nos. exemplare exemplar exemplaren pièce pièces',
  ],
  ['PR', 'piece', 'pair pairs pr pr. prs prs. paar paare paire paires'],
  ['SET', 'piece', 'set sets satz sätze sätzen garnitur garnituren'],
  ['ST', 'piece', 'sheet sheets sht shts blatt bl. blätter bogen bögen'],
  ['XBX', 'package', 'box boxes bx schachtel schachteln boxen boîte boîtes'],
  ['XCT', 'package', 'carton cartons karton kartons ktn ktn. krt krt. ctn ctn. ctns'],
  [
    'XPK',
    'package',
    'pack packs package packages packet packets paket pakete packung packungen päckchen pkg pkg. pkgs. pckg. pck pck. pk pk. pkt pkt. pack. pkgs ve gebinde',
  ],
  ['XPX', 'package', 'pallet pallets palette paletten pal pal.'],
  ['XRO', 'package', 'roll rolls rolle rollen rl rl. rol rol. rouleau rouleaux'],
  ['XBG', 'package', 'bag bags beutel tüte tüten'],
  ['XSA', 'package', 'sack sacks säcke sac sacs'],
  [
    'XBO',
    'package',
    'bottle bottles btl btl. flasche flaschen fl fl. flsch flsch. bouteille bouteilles',
  ],
  ['XCA', 'package', 'can cans tin tins dose dosen ds.'],
  ['XPL', 'package', 'pail pails bucket buckets eimer eim.'],
  ['XTU', 'package', 'tube tubes tuben'],
  ['XCR', 'package', 'crate crates kiste kisten kasten kästen'],
  ['XCS', 'package', 'case cases cs'],
  ['XDR', 'package', 'drum drums fass fässer'],
  ['XCI', 'package', 'canister canisters kanister kan kan. jerrycan jerrycans'],
  ['XBE', 'package', 'bundle bundles bündel bund'],
  ['XCL', 'package', 'coil coils ringe'],
  ['XRL', 'package', 'reel reels spool spools spule spulen trommel trommeln'],
  ['XJR', 'package', 'jar jars'],
  ['RM', 'package', 'ream reams reem reems ries'],
  ['KGM', 'measure', 'kg kgs kilo kilos kilogram kilograms kilogramm'],
  ['GRM', 'measure', 'g gram grams gramm'],
  ['TNE', 'measure', 't ton tons tonne tonnes tonnen mt'],
  ['LTR', 'measure', 'l litre litres liter liters ltr ltr. ltrs'],
  ['MLT', 'measure', 'ml millilitre millilitres milliliter'],
  [
    'MTR',
    'measure',
    'm metre metres meter meters metern mtr mtrs mtr. lfm lfdm laufmeter mètre mètres',
  ],
  ['KMT', 'measure', 'km kilometre kilometres kilometer kilometers kilometern'],
  [
    'MTK',
    'measure',
    'm² m2 sqm qm quadratmeter quadratmetern sq-m sq-metre sq-metres sq-meter sq-meters',
  ],
  ['FTK', 'measure', 'sqft sq-ft sq-feet sq-foot ft² ft2'],
  ['MTQ', 'measure', 'm³ m3 cbm kubikmeter kubikmetern cu-m cu-metre cu-metres cu-meter cu-meters'],
  ['LBR', 'measure', 'lb lbs pound pounds'],
  ['ONZ', 'measure', 'oz ounce ounces'],
  ['FOT', 'measure', 'ft foot feet'],
  ['YRD', 'measure', 'yd yard yards'],
  ['GLL', 'measure', 'gallon gallons'],
  ['HUR', 'measure', 'hour hours stunde stunden betriebsstunden'],
  ['INH', 'spec', 'inch inches zoll'],
  ['MMK', 'spec', 'mm² mm2 cm² cm2 qmm'],
  ['MMT', 'spec', 'mm millimetre millimetres millimeter'],
  ['CMT', 'spec', 'cm centimetre centimetres centimeter zentimeter'],
  ['4L', 'spec', 'kb mb gb tb mbit gbit gbps mbps bit byte'],
  ['WTT', 'spec', 'w kw watt watts kilowatt va kva wh kwh'],
  ['VLT', 'spec', 'v volt volts kv vac vdc'],
  ['AMP', 'spec', 'ah mah ampere amp amps'],
  ['HTZ', 'spec', 'hz khz mhz ghz'],
  [
    'GM',
    'spec',
    'gsm dpi ppm rpm lumen lumens lm lux kn nm µm my micron microns db dba mp px pixel pixels megapixel fps port ports cores kerne pages seiten pole poles bar mbar psi kpa mpa k kelvin degrees grad denier den tex awg mg cl ccm percent prozent',
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
  return (
    table.get(lower) ??
    table.get(lower.replace(/^(?:square|sq\.?) ?/, 'sq-').replace(/^(?:cubic|cu\.?) ?/, 'cu-'))
  )
}

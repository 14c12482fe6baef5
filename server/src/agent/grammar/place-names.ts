/** Cities that buyers name, by country. A name may have several spellings; the transcript decides which one the brief shows. */
const cities: Readonly<Record<string, string>> = {
  DE: 'Berlin|Hamburg|München|Munich|Muenchen|Köln|Cologne|Koeln|Frankfurt am Main|Frankfurt|Stuttgart|Düsseldorf|Duesseldorf|Leipzig|Dortmund|Essen|Bremen|Dresden|Hannover|Hanover|Nürnberg|Nuremberg|Duisburg|Bochum|Wuppertal|Bielefeld|Bonn|Münster|Mannheim|Karlsruhe|Augsburg|Wiesbaden|Mönchengladbach|Gelsenkirchen|Aachen|Braunschweig|Kiel|Chemnitz|Halle|Magdeburg|Freiburg|Krefeld|Mainz|Lübeck|Erfurt|Oberhausen|Rostock|Kassel|Hagen|Potsdam|Saarbrücken|Ludwigshafen|Oldenburg|Osnabrück|Heidelberg|Darmstadt|Regensburg|Ingolstadt|Würzburg|Ulm|Wolfsburg|Göttingen|Heilbronn|Pforzheim|Reutlingen|Koblenz|Jena|Trier|Erlangen|Siegen|Cottbus|Schwerin|Konstanz|Passau|Bamberg|Bayreuth|Gießen|Paderborn|Flensburg',
  AT: 'Wien|Vienna|Graz|Linz|Salzburg|Innsbruck|Klagenfurt|Villach|Wels|St. Pölten|Sankt Pölten|Dornbirn|Bregenz|Steyr|Leoben|Eisenstadt',
  CH: 'Zürich|Zurich|Zuerich|Genf|Geneva|Genève|Basel|Bern|Lausanne|Winterthur|Luzern|Lucerne|St. Gallen|Sankt Gallen|Lugano|Biel|Thun|Zug|Chur|Schaffhausen|Fribourg|Aarau',
  FR: 'Paris|Lyon|Marseille|Toulouse|Nice|Nizza|Nantes|Strasbourg|Straßburg|Bordeaux|Lille|Rennes',
  NL: 'Amsterdam|Rotterdam|Den Haag|The Hague|Utrecht|Eindhoven|Groningen|Maastricht|Tilburg|Venlo',
  BE: 'Brussels|Brüssel|Antwerp|Antwerpen|Ghent|Gent|Bruges|Brügge|Liège|Lüttich|Leuven',
  IT: 'Rome|Rom|Milan|Mailand|Turin|Naples|Neapel|Florence|Florenz|Bologna|Genoa|Genua|Venice|Venedig|Verona|Bozen',
  ES: 'Madrid|Barcelona|Valencia|Seville|Sevilla|Bilbao|Zaragoza|Málaga|Malaga',
  PT: 'Lisbon|Lissabon|Lisboa|Porto',
  GB: 'London|Manchester|Birmingham|Leeds|Glasgow|Edinburgh|Liverpool|Bristol|Sheffield|Cardiff|Belfast|Nottingham|Cambridge|Oxford',
  IE: 'Dublin|Cork|Galway',
  DK: 'Copenhagen|Kopenhagen|Aarhus|Odense|Aalborg',
  SE: 'Stockholm|Gothenburg|Göteborg|Malmö|Malmo|Uppsala',
  NO: 'Oslo|Bergen|Trondheim|Stavanger',
  FI: 'Helsinki|Tampere|Turku|Espoo',
  PL: 'Warsaw|Warschau|Kraków|Krakow|Krakau|Wrocław|Wroclaw|Breslau|Gdańsk|Gdansk|Danzig|Poznań|Poznan|Posen|Łódź|Lodz|Katowice',
  CZ: 'Prague|Prag|Brno|Brünn|Ostrava|Pilsen',
  SK: 'Bratislava|Košice',
  HU: 'Budapest|Debrecen|Győr',
  SI: 'Ljubljana|Maribor',
  HR: 'Zagreb|Split|Rijeka',
  RO: 'Bucharest|Bukarest|Cluj',
  BG: 'Sofia|Plovdiv',
  GR: 'Athens|Athen|Thessaloniki',
  LT: 'Vilnius|Kaunas',
  LV: 'Riga',
  EE: 'Tallinn',
  US: 'New York|Los Angeles|Chicago|Houston|Boston|Seattle|San Francisco|Denver|Atlanta|Dallas|Miami|Austin|Detroit|Philadelphia|Phoenix|Portland',
  CA: 'Toronto|Montreal|Vancouver|Ottawa|Calgary',
  JP: 'Tokyo|Tokio|Osaka',
  SG: 'Singapore|Singapur',
  AE: 'Dubai|Abu Dhabi',
  AU: 'Sydney|Melbourne|Brisbane|Perth',
  IN: 'Mumbai|Delhi|Bangalore|Bengaluru',
  TR: 'Istanbul|Ankara|Izmir',
  ZA: 'Johannesburg|Cape Town|Kapstadt',
}

/** Names beside those of `Intl.DisplayNames`. */
const countryAliases: Readonly<Record<string, string>> = {
  DE: 'BRD',
  GB: 'UK|U.K|Great Britain|Britain|England|Scotland|Wales|Großbritannien|Schottland|United Kingdom',
  US: 'USA|U.S.A|U.S|United States of America|America|Amerika|Vereinigte Staaten',
  NL: 'Holland|The Netherlands|Netherlands',
  CZ: 'Czech Republic|Czechia|Tschechische Republik',
  AE: 'UAE|VAE|Emirates',
  TR: 'Turkey|Türkei',
  LI: 'Liechtenstein',
}

/** Not a name of a place by itself: words of the language, or goods. */
const words = new Set([
  'essen',
  'halle',
  'split',
  'nice',
  'perth',
  'china',
  'turkey',
  'jordan',
  'georgia',
  'chad',
  'guinea',
  'jersey',
  'mali',
  'cuba',
  'bergen',
  'hagen',
  'ulm',
  'zug',
  'siegen',
  'wels',
  'chur',
  'thun',
  'biel',
  'cork',
  'austin',
  'phoenix',
  'america',
  'england',
  'oman',
  'niger',
  'togo',
  'peru',
  'kap',
  'reunion',
])

export type Place = { readonly country: string; readonly isCity: boolean; readonly isWord: boolean }

const regions =
  'AD AE AL AR AT AU BA BE BG BR BY CA CH CL CN CO CY CZ DE DK DZ EE EG ES FI FR GB GE GR HK HR HU ID IE IL IN IS IT JO JP KE KR LI LT LU LV MA MC MD ME MK MT MX MY NG NL NO NZ PE PH PK PL PT QA RO RS RU SA SE SG SI SK TH TN TR TW UA US UY VN ZA'.split(
    ' ',
  )

/** By the name in lower case. */
const places = new Map<string, Place>()
for (const language of ['en', 'de', 'fr']) {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  for (const country of regions) addPlace(names.of(country) ?? country, country, false)
}
for (const [country, list] of Object.entries(countryAliases)) {
  for (const name of list.split('|')) addPlace(name, country, false)
}
for (const [country, list] of Object.entries(cities)) {
  for (const name of list.split('|')) addPlace(name, country, true)
}

function addPlace(name: string, country: string, isCity: boolean): void {
  const lower = name.toLowerCase()
  // Singapore and Luxembourg are countries first.
  if (!places.has(lower)) places.set(lower, { country, isCity, isWord: words.has(lower) })
}

export function placeOfName(name: string): Place | undefined {
  return places.get(name.toLowerCase())
}

/** Words of the longest name. */
export const placeWordsMax = 4

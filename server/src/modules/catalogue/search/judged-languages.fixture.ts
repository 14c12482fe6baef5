/**
 * A small catalogue in German and one in French, with queries and the products that a buyer expects. Written for this
 * test.
 */
export type Judged = {
  readonly language: 'de' | 'fr'
  /** Name and description by article number. */
  readonly products: Readonly<Record<string, readonly [name: string, description: string]>>
  /** The best product comes first. All listed products are right. */
  readonly queries: readonly (readonly [query: string, right: readonly string[]])[]
}

export const german: Judged = {
  language: 'de',
  products: {
    D01: ['Akkuschrauber 18 V', 'Bohrschrauber mit zwei Gängen, für Holz und Metall'],
    D02: ['Ersatz-Akku Schrauber 12 V', 'Passend für kompakte Schrauber'],
    D03: ['Schlüsselkasten für 48 Schlüssel', 'Aus Stahlblech, zur Wandmontage'],
    D04: ['Bürostuhl mit Armlehnen', 'Ergonomischer Drehstuhl für das Büro'],
    D05: ['Kabeltrommel 25 m', 'Vier Steckdosen, mit Überhitzungsschutz'],
    D06: ['Netzwerkkabel blau', 'Für Büro und Werkstatt, Kabel ohne Halogen'],
    D07: ['Feuerlöscher 6 kg', 'Pulver, mit Halterung'],
    D08: ['Arbeitsplatz Leuchte LED', 'Blendfreies Licht für jeden Arbeitsplatz'],
    D09: ['Schreibtischlampe', 'Lampe mit Gelenkarm'],
    D10: ['Handschuhe aus Leder', 'Schutz bei der Arbeit, Größe 10'],
    D11: ['Spülmaschinentabs 100 Stück', 'Reiniger für die Küche'],
    D12: ['Straßenbesen 60 cm', 'Grobe Borsten für Hof und Straße'],
    D13: ['Holz Schrauben 4 x 40', 'Verzinkt, Packung mit 200 Stück'],
    D14: ['Kugelschreiber rot', 'Mine auswechselbar, Kugel aus Wolfram'],
    D15: ['Türschließer silber', 'Für Türen bis 80 kg, geprüft'],
    D16: ['Wasserfilter Kartusche', 'Filter für sauberes Wasser'],
    D17: ['Druckerpapier A4', 'Weißes Papier für Drucker und Kopierer'],
    D18: ['Bildschirm 24 Zoll', 'Entspiegelt, höhenverstellbar'],
    D19: ['Mäppchen für Stifte', 'Mit Reißverschluss, ohne Kugelschreiber'],
    D20: ['Leiter mit 5 Stufen', 'Aus Aluminium, rutschfeste Füße'],
  },
  queries: [
    ['akkuschrauber', ['D01', 'D02']],
    ['akku schrauber', ['D02', 'D01']],
    ['Schlüsselkästen', ['D03']],
    ['schluesselkasten', ['D03']],
    ['schlusselkasten', ['D03']],
    ['feuerloescher', ['D07']],
    ['stuhl fuer das buero', ['D04']],
    ['strassenbesen', ['D12']],
    ['der handschuh', ['D10']],
    ['holzschrauben', ['D13']],
    ['Arbeitsplatzleuchten', ['D08']],
    ['türschliesser', ['D15']],
    ['monitor', ['D18']],
    ['kugelshreiber', ['D14', 'D19']],
    ['papier -kopierer', []],
  ],
}

export const french: Judged = {
  language: 'fr',
  products: {
    F01: ['Chaise de bureau à roulettes', 'Dossier réglable, accoudoirs souples'],
    F02: ["Cartouche d'encre noire", "Pour imprimantes à jet d'encre"],
    F03: ['Imprimante laser couleur', 'Recto verso automatique'],
    F04: ['Clés plates, jeu de 12', 'Acier au chrome'],
    F05: ['Câble réseau blindé', 'Gaine bleue, pour locaux techniques'],
    F06: ['Perceuse à percussion', 'Livrée avec deux forets'],
    F07: ['Gants de protection', 'Cuir véritable'],
    F08: ['Échelle en aluminium', 'Cinq marches antidérapantes'],
    F09: ['Extincteur à poudre', 'Avec support mural'],
    F10: ['Papier blanc A4', 'Ramette de 500 feuilles'],
    F11: ['Stylo à bille rouge', 'Pointe moyenne'],
    F12: ['Écran plat 24 pouces', 'Traitement antireflet'],
    F13: ['Clavier sans fil', 'Touches silencieuses'],
    F14: ['Lampes de poche étanches', 'Éclairage puissant'],
    F15: ['Boîte à outils métallique', 'Deux tiroirs'],
    F16: ['Ruban adhésif transparent', 'Rouleaux de 66 mètres'],
    F17: ['Cœur de serrure', 'Cylindre européen'],
    F18: ['Étagères de rangement', 'Montage facile, sauf près d’un extincteur'],
    F19: ['Poubelle à pédale', 'Seau intérieur amovible'],
    F20: ['Agrafeuse robuste', 'Capacité de 30 feuilles'],
  },
  queries: [
    ['chaises de bureau', ['F01']],
    ["l'imprimante", ['F03', 'F02']],
    ['cartouches encre', ['F02']],
    ['cle plate', ['F04']],
    ['cables reseaux', ['F05']],
    ['câble blindée', ['F05']],
    ['echelles', ['F08']],
    ['lampe étanche', ['F14']],
    ['boite a outils', ['F15']],
    ['coeur de serrure', ['F17']],
    ['étagère', ['F18']],
    ['le gant', ['F07']],
    ['"papier blanc"', ['F10']],
    ['extinteur', ['F09', 'F18']],
    ['feuilles -papier', ['F20']],
  ],
}

import { nameKey } from './search-text.ts'
import { baseFormsOf } from './word-forms.ts'

/**
 * Words that describe the kind, colour or size of a product and do not name one. After the name of a product they do
 * not change the kind of goods. Without accents, in English, German and French. `word-forms.ts` handles their inflected
 * forms.
 */
const properties = new Set(
  (
    'black white blue red green yellow grey gray brown orange purple violet pink silver gold beige cyan magenta transparent clear ' +
    'wireless cordless wired bluetooth usb wifi wi-fi wlan colour color mono monochrome duplex portable mobile external internal mini small large big ' +
    'long short thin slim heavy light lightweight ergonomic adjustable removable rechargeable waterproof outdoor indoor universal digital ' +
    'used new cheap refurbished original compatible professional home office gaming shielded printable adhesive recycled quiet silent fast ' +
    'schwarz weiss blau rot grun gelb grau braun rosa lila silber kabellos drahtlos farbig farbe extern intern tragbar klein gross lang ' +
    'kurz ablosbar selbstklebend wasserfest wasserdicht beidseitig gunstig neu gebraucht leise ' +
    'noir blanc bleu rouge vert jaune gris marron argent couleur externe interne petit grand long court adhesif amovible recto verso ' +
    'rechargeable sans fil professionnel neuf'
  ).split(' '),
)

/** A model, a size or a number has a digit. */
const hasDigit = /[0-9]/

/** A model, a number or a word that describes. */
export function isProperty(word: string): boolean {
  return hasDigit.test(word) || isPropertyWord(word)
}

export function isPropertyWord(word: string): boolean {
  const plain = nameKey(word).replaceAll('ß', 'ss')
  return properties.has(plain) || baseFormsOf(plain).some((base) => properties.has(base))
}

import type { Translation } from '../../../language/translation.ts'
import type { compare as english } from '../../en/company/compare.ts'

export const compare: Translation<typeof english> = {
  title: 'Comparer',
  choose: 'Comparer',
  chooseOf: 'Comparer {name}',
  chosen:
    '{count, plural, one {# article est choisi} other {# articles sont choisis}}, {most} au plus.',
  clear: 'N’en choisir aucun',
  none: 'Choisissez d’abord des articles dans le catalogue.',
  more: 'Retour au catalogue',
  onlyDifferences: 'Seulement les différences',
  availability: 'Disponibilité',
}

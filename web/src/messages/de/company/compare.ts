import type { Translation } from '../../../language/translation.ts'
import type { compare as english } from '../../en/company/compare.ts'

export const compare: Translation<typeof english> = {
  title: 'Vergleichen',
  choose: 'Vergleichen',
  chooseOf: '{name} vergleichen',
  chosen:
    '{count, plural, one {# Artikel ist gewählt} other {# Artikel sind gewählt}}, höchstens {most}.',
  clear: 'Keinen wählen',
  none: 'Wählen Sie zuerst Artikel im Katalog.',
  more: 'Zurück zum Katalog',
  onlyDifferences: 'Nur Unterschiede',
  availability: 'Verfügbarkeit',
}

import type { Translation } from '../../../language/translation.ts'
import type { run as english } from '../../en/records/run.ts'

export const run: Translation<typeof english> = {
  title: 'Exécution {id}',
  reason: 'Motif',
  chain: 'Automatisations en amont',
  'conditions.title': 'Condition',
  'conditions.none': 'Elle n’a pas de condition.',
  'conditions.part': 'Partie',
  'conditions.result': 'Résultat',
  'steps.title': 'Actions effectuées',
  'steps.none': 'Aucune action n’est effectuée.',
  'steps.action': 'Action',
  'steps.doneAt': 'Effectuée',
  'steps.result': 'Résultat',
  'timeline.created': 'Déclenchée par son événement',
}

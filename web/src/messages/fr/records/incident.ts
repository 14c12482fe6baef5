import type { Translation } from '../../../language/translation.ts'
import type { incident as english } from '../../en/records/incident.ts'

export const incident: Translation<typeof english> = {
  title: 'Incident {id}',
  'status.firing': 'Actif',
  'status.resolved': 'Résolu',
  notices: 'Alertes',
  details: 'Détails',
  silencedUntil: 'En sourdine',
  silenced: 'jusqu’au {time} : {note}',
  silence: 'Mettre en sourdine',
  silenceOf: 'Mettre {id} en sourdine',
  silenceNow: 'Enregistrer',
  silenceEffect:
    'Les répétitions n’envoient pas d’alerte jusque-là. Si cela s’aggrave, l’alerte est envoyée quand même.',
  for: 'Combien de temps',
  'for.60': 'Une heure',
  'for.240': 'Quatre heures',
  'for.1440': 'Un jour',
  'for.10080': 'Une semaine',
  'for.0': 'Fin de la sourdine',
  'timeline.fired': 'Vu pour la première fois',
  'timeline.noticed': 'Dernière alerte',
  'timeline.seen': 'Vu pour la dernière fois',
  'timeline.resolved': 'Résolu par le service',
}

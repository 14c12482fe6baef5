import type { Translation } from '../../../language/translation.ts'
import type { automation as english } from '../../en/records/automation.ts'

export const automation: Translation<typeof english> = {
  title: 'Automatisation {id}',
  name: 'Nom',
  failingSince: 'En pause, car elle n’a fait qu’échouer',
  limit: 'Limite',
  perMinute: '{runs, plural, one {# exécution par minute} other {# exécutions par minute}}',
  draft: 'Brouillon',
  changed: 'Dernière modification',
  pause: 'Mettre en pause',
  pauseOf: 'Mettre en pause l’automatisation {name}',
  pauseNow: 'Mettre en pause maintenant',
  pauseEffect:
    'Aucune exécution ne commence plus, et celles qui attendent sont annulées. L’entreprise voit que vous l’avez mise en pause.',
  resume: 'Reprendre',
  resumeOf: 'Reprendre l’automatisation {name}',
  resumeNow: 'Reprendre maintenant',
  resumeEffect:
    'Elle s’exécute de nouveau pour les nouveaux événements. Si elle agit au nom d’une personne, seule cette personne peut la reprendre.',
  sayWhy: 'Indiquez pourquoi : le journal d’audit de l’entreprise le conserve.',
  releaseNow:
    '{held, plural, one {Libérer une exécution retenue} other {Libérer # exécutions retenues}}',
  definition: 'Ce qu’elle fait',
  always: 'Elle n’a pas de condition.',
  actions: 'Actions',
  'action.call_url': 'Appelle une adresse chez',
  'action.notify': 'Prévient les administrateurs',
  'action.approve_order': 'Approuve la commande',
  'action.hold_order': 'Retient la commande',
  'action.accept_proposal': 'Accepte la proposition du fournisseur dans des limites',
  'action.add_to_cart': 'Ajoute des produits à un panier',
  'action.ask_model': 'Interroge un modèle de langage',
  'action.create_ticket': 'Ouvre un ticket de support',
  'action.reply_to_ticket': 'Répond au ticket',
  runs: 'Exécutions',
  noRuns: 'Elle ne s’est pas encore exécutée.',
}

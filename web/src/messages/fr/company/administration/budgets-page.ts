import type { Translation } from '../../../../language/translation.ts'
import type { budgetsPage as english } from '../../../en/company/administration/budgets-page.ts'

export const budgetsPage: Translation<typeof english> = {
  budgets: 'Budgets des centres de coûts et des unités',
  limits: 'Plafonds de dépenses des personnes',
  'none.budgets':
    'L’entreprise n’a pas de budget. Rien ne limite les dépenses des centres de coûts et des unités.',
  'none.spending-limits': 'L’entreprise n’a pas de plafond de dépenses par personne.',
  noneOfUnit: 'Aucun budget ne nomme cette unité.',
  addBudget: 'Ajouter un budget',
  addLimit: 'Ajouter un plafond de dépenses',
  for: 'Pour',
  eachPerson: 'Chaque personne',
  person: 'Personne',
  costCenter: 'Centre de coûts (facultatif avec une unité)',
  period: 'Période',
  periodHint:
    'Chaque période commence avec le montant entier, à minuit dans le fuseau horaire de votre entreprise.',
  since: '{period}, depuis le {day}',
  'period.DAY': 'Jour',
  'period.WEEK': 'Semaine',
  'period.MONTH': 'Mois',
  'period.QUARTER': 'Trimestre',
  'period.YEAR': 'Année',
  use: 'Utilisation dans cette période',
  unused: 'Rien n’est dépensé sur {limit}.',
  usage: 'Dépensé {spent}, réservé {held}, reste {left} sur {limit}',
  limitIn: 'Montant de chaque période, en {currency}',
  soft: 'Les commandes au-delà sont possibles si un approbateur est d’accord',
  isSoft: 'Au-delà, un approbateur décide',
  changeEffect: 'La modification vaut pour les commandes ultérieures.',
  endEffect: 'Il ne limite plus rien. Ses écritures restent.',
  reopenEffect: 'Il limite de nouveau les commandes ultérieures.',
}

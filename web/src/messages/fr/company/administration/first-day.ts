import type { Translation } from '../../../../language/translation.ts'
import type { firstDay as english } from '../../../en/company/administration/first-day.ts'

export const firstDay: Translation<typeof english> = {
  title: 'Premiers pas ({done, number} sur {all, number} faits)',
  'step.address': 'Ajouter la première adresse',
  'step.vatId': 'Indiquer le numéro de TVA',
  'step.people': 'Inviter des personnes',
  'step.approvalRule': 'Décider qui approuve les commandes',
  'step.order': 'Passer la première commande',
  done: 'Fait',
  'why.address': 'Les fournisseurs y envoient vos marchandises.',
  'why.vatId': 'Les factures le nomment, et il détermine les taxes.',
  'why.people': 'Elles commandent, approuvent ou lisent pour l’entreprise.',
  'why.approvalRule': 'Sans règle, personne n’est consulté.',
  'why.order': 'Cherchez ci-dessous, ou collez une liste de références.',
  putAway: 'Ne plus afficher',
}

import type { Translation } from '../../../language/translation.ts'
import type { orderChanges as english } from '../../en/company/order-changes.ts'

export const orderChanges: Translation<typeof english> = {
  title: 'Modifications que vous demandez',
  'state.OPEN': 'Attend le fournisseur.',
  'state.ACCEPTED': 'Acceptée.',
  'state.REFUSED': 'Refusée.',
  'state.WITHDRAWN': 'Retirée.',
  'state.LAPSED': 'Caduque : personne n’a décidé ou payé à temps.',
  until: 'Si le fournisseur ne décide pas avant le {time}, les lignes restent telles quelles.',
  waitsForPayment: 'Acceptée, en attente de votre paiement.',
  payUntil:
    'Payez la différence de {amount} avant le {time}. Ensuite, les lignes restent telles quelles.',
  awaitsApproval:
    'Le fournisseur a accepté. D’autres personnes de votre entreprise doivent approuver ce qui s’ajoute.',
  reasonWas: 'Votre motif : {reason}',
  withdraw: 'Retirer la demande',
  withdrawEffect:
    'Les lignes restent telles quelles, et le fournisseur peut les confirmer et les expédier.',
  withdrawn: 'La demande est retirée.',
  askTerms: 'Demander d’autres quantités ou dates',
  askTermsOf: 'Demander d’autres quantités ou dates pour {number}',
  termsHint:
    'Modifiez ce que vous voulez autrement. Saisissez 0 si vous ne voulez plus rien d’une ligne.',
  day: 'Jour de livraison',
  askAddress: 'Demander une autre adresse',
  askAddressOf: 'Demander une autre adresse pour {number}',
  addressHint: 'Elle vaut pour tout ce qui n’est pas encore parti : {names}.',
  address: 'Livrer à',
  reason: 'Motif, que le fournisseur lit',
  send: 'Envoyer au fournisseur',
  sent: 'La demande est envoyée. Rien ne change avant que le fournisseur accepte.',
}

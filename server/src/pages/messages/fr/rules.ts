/** What the account pages say about approval rules. */
export const rules = {
  'rules.title': 'Règles d’approbation',
  'rules.about':
    'Chaque règle qui s’applique à une commande demande une approbation, celle dont la position est la plus petite d’abord. Un suppléant peut décider pour l’approbateur qui l’a désigné.',
  'rules.none': 'Il n’y a pas de règles : aucune commande n’a besoin d’approbation.',
  'rules.new': 'Nouvelle règle',
  'rules.change': 'Modifier la règle',
  'rules.save': 'Enregistrer la règle',
  'rules.create': 'Créer la règle',
  'rules.end': 'Mettre fin à la règle',
  'rules.endAbout':
    'Les nouvelles commandes n’ont plus besoin de cette approbation. Celles qui l’attendent en ont toujours besoin.',
  'rules.waiting':
    'Une modification vaut pour les nouvelles commandes. Celles qui attendent déjà gardent leur règle.',
  'rules.when': 'Quelles commandes',
  'rules.every': 'Chaque commande',
  'rules.whenHint':
    'Une commande a besoin de cette approbation si toutes les conditions remplies sont vraies. Sans condition, chaque commande en a besoin.',
  'rules.who': 'Qui approuve',
  'rules.whoHint':
    'Les étapes se suivent. Une étape sans approbateur est ignorée. Enregistrez pour obtenir d’autres champs.',
  'rules.times': 'Délais',
  'rules.timesHint':
    'En heures de jours ouvrés. Un champ vide signifie : 72 heures, un rappel après un tiers et une escalade après deux tiers du délai.',
  'rules.step': 'Étape {step}',
  'rules.noChoice': 'Rien d’autre',
  'rules.mode.ANY': 'Une approbation suffit',
  'rules.mode.ALL': 'Tous doivent approuver',
  'rules.everyApprover': 'tous ceux qui ont le rôle Approbateur',
  'rules.reduces': 'Ils peuvent réduire des quantités et retirer des lignes',
  'rules.expires':
    'Sans décision, une commande est abandonnée après {count, plural, one {# heure} other {# heures}} de jours ouvrés.',
  'rules.reminds':
    'Les approbateurs reçoivent un rappel après {count, plural, one {# heure} other {# heures}}.',
  'rules.remindsByDefault': 'Les approbateurs reçoivent un rappel après un tiers du délai.',
  'rules.escalates':
    'Les administrateurs reçoivent un e-mail après {count, plural, one {# heure} other {# heures}} et peuvent alors aussi décider.',
  'rules.escalatesByDefault':
    'Les administrateurs reçoivent un e-mail après deux tiers du délai et peuvent alors aussi décider.',
  'rules.field.name': 'Nom',
  'rules.field.position': 'Position, de 0 à 1000 (100 par défaut)',
  'rules.field.amount': 'Total à partir de, taxes et livraison comprises',
  'rules.field.currency': 'Devise de ce total, par exemple EUR',
  'rules.choice.unitIds': 'Unité {place} de la personne qui commande',
  'rules.choice.requesterIds': 'Personne {place} qui commande',
  'rules.field.requesterRoles': 'Rôle de la personne qui commande',
  'rules.choice.supplierIds': 'Fournisseur {place}',
  'rules.choice.categoryIds': 'Catégorie {place}',
  'rules.field.costCenters': 'Centres de coûts, séparés par des virgules',
  'rules.field.glAccounts': 'Comptes comptables, séparés par des virgules',
  'rules.field.projects': 'Projets, séparés par des virgules',
  'rules.field.flags': 'Aussi si',
  'rules.field.mode': 'Combien d’approbations',
  'rules.choice.people': 'Approbateur {place}',
  'rules.field.more': 'Aussi',
  'rules.field.role': 'Tous ceux qui ont le rôle Approbateur peuvent approuver',
  'rules.field.mayReduce': 'Ils peuvent réduire des quantités et retirer des lignes',
  'rules.field.timeoutHours': 'Heures avant l’abandon d’une commande sans décision',
  'rules.field.remindAfterHours': 'Heures avant un rappel',
  'rules.field.escalateAfterHours': 'Heures avant que les administrateurs puissent décider',
  'rule.amountFrom': 'Le total est de {amount} ou plus.',
  'rule.list.unitIds': 'La personne qui commande appartient à {values}, ou à une unité en dessous.',
  'rule.list.requesterIds': 'La personne qui commande est {values}.',
  'rule.list.requesterRoles': 'La personne qui commande a le rôle {values}.',
  'rule.list.supplierIds': 'Au moins une ligne vient de {values}.',
  'rule.list.categoryIds':
    'Au moins une ligne est dans {values}, ou dans une catégorie en dessous.',
  'rule.list.costCenters': 'La commande ou une de ses lignes est pour le centre de coûts {values}.',
  'rule.list.glAccounts': 'Au moins une ligne est pour le compte {values}.',
  'rule.list.projects': 'Au moins une ligne est pour le projet {values}.',
  'rule.flag.firstOrderFromSupplier':
    'Au moins une ligne vient d’un fournisseur chez qui l’entreprise n’a encore rien acheté.',
  'rule.flag.aboveLastPrice': 'Le prix d’au moins une ligne dépasse le dernier prix payé.',
  'rule.flag.offContract':
    'Au moins une ligne est achetée en dehors d’un contrat-cadre avec un autre fournisseur.',
  'rule.flag.freeTextLines': 'Au moins une ligne a été décrite en mots dans une demande d’achat.',
}

import type { Translation } from '../../language/catalogue.ts'
import type { shell as english } from '../en/shell.ts'

export const shell: Translation<typeof english> = {
  windowTitle: '{page} · Purveyor',
  'page.operations': 'Exploitation',
  'page.orders': 'Commandes',
  'page.automations': 'Automatisations',
  'page.offers': 'Offres',
  'page.support': 'Support',
  'page.crawl': 'Explorations',
  'page.find': 'Rechercher',
  'page.chat': 'Chat',
  pages: 'Pages',
  skip: 'Aller au contenu',
  language: 'Langue',
  signOut: 'Déconnexion',
  loading: 'Chargement',
  tryAgain: 'Réessayer',
  cannotBeShown: 'Cette page ne peut pas être affichée',
  'notFound.title': 'Page introuvable',
  'notFound.headline': 'Il n’y a pas de page à cette adresse',
  'notFound.advice': 'Vérifiez l’adresse ou ouvrez <link>Exploitation</link>.',
  failed: 'Erreur',
  'error.page': 'Une erreur s’est produite sur cette page. Rechargez-la.',
  'error.rateLimited':
    'Trop de requêtes sont venues d’ici. Attendez {seconds, plural, one {# seconde} other {# secondes}}, puis réessayez.',
  'error.unreachable': 'Le serveur est injoignable. Vérifiez votre connexion, puis réessayez.',
  'error.timedOut': 'Le serveur n’a pas répondu à temps. Réessayez.',
  'session.ended': 'Votre session est terminée. Reconnectez-vous pour continuer.',
  'session.signedOut': 'Vous êtes déconnecté.',
  'session.signedOutHere':
    'Vous êtes déconnecté dans ce navigateur. Le service n’a pas répondu. Votre session y expirera d’elle-même.',
  'session.notSignedOut':
    'Le service n’a pas répondu. Fermez cette fenêtre pour terminer la session ici.',
  justNow: 'à l’instant',
  ago: 'il y a {duration}',
  yes: 'Oui',
  no: 'Non',
}

import type { authorize as english } from '../en/authorize.ts'

export const authorize: Readonly<Record<keyof typeof english, string>> = {
  windowTitle: '{page} – Purveyor',
  'signIn.title': 'Connexion',
  'signIn.titleAgain': 'Connexion : veuillez vérifier',
  'signIn.headline': 'Connectez-vous pour continuer vers {app}',
  'signIn.lead':
    'L’application souhaite agir pour vous chez {company}. Une fois connecté, vous décidez de ses droits.',
  'signIn.email': 'Adresse e-mail',
  'signIn.password': 'Mot de passe',
  'signIn.submit': 'Se connecter',
  'signIn.cancel': 'Revenir à {app} sans se connecter',
  'signIn.again': 'Reconnectez-vous.',
  'code.title': 'Votre code',
  'code.titleAgain': 'Votre code : veuillez vérifier',
  'code.headline': 'Saisissez votre code',
  'code.app':
    'Ouvrez votre application d’authentification et saisissez les six chiffres affichés pour Purveyor. Un code de secours convient aussi.',
  'code.mail':
    'Trop de mots de passe ou de codes erronés ont été saisis pour votre compte. Nous vous avons donc envoyé un code par e-mail. Saisissez-le. Un code de secours convient aussi.',
  'code.recovery':
    'Votre compte exige une clé d’accès. Revenez en arrière et connectez-vous avec elle seule, ou saisissez un code de secours.',
  'code.label': 'Code',
  'code.submit': 'Continuer',
  'passkey.title': 'Votre clé d’accès',
  'passkey.headline': 'Utilisez votre clé d’accès',
  'passkey.lead':
    'Votre appareil vous demande de le déverrouiller et vous connecte pour continuer vers {app}.',
  'passkey.failed': 'Échec. Réessayez, ou connectez-vous avec votre mot de passe.',
  'passkey.submit': 'Utiliser la clé d’accès',
  'passkey.insteadPassword': 'Se connecter plutôt avec le mot de passe',
  'passkey.signIn': 'Se connecter avec une clé d’accès',
  'consent.title': 'Autoriser {app} à agir pour vous ?',
  'consent.titleAgain': 'Veuillez vérifier',
  'consent.notYou': 'Ce n’est pas vous ?',
  'consent.allow': 'Autoriser',
  'consent.refuse': 'Refuser',
  'consent.effect':
    'L’application voit et fait cela chez {company}, comme vous, pendant 90 jours. Vous pouvez le révoquer à tout moment.',
  'consent.returnsTo': 'Ensuite, vous revenez à {place}.',
  'consent.appOnDevice': 'l’application sur cet appareil',
  'consent.scopes': 'Ce que l’application peut faire',
  'consent.beyond':
    'L’application a aussi demandé ceci. Votre rôle ne le comprend pas, elle ne l’obtient donc pas :',
  'consent.nothingTicked': 'Rien n’est coché. Cochez ce que l’application peut faire, ou refusez.',
  'scope.products:read.title': 'Consulter les produits',
  'scope.products:read.text':
    'Rechercher dans le catalogue, voir les prix, les stocks et les images.',
  'scope.orders:read.title': 'Voir votre panier et les commandes de votre entreprise',
  'scope.orders:read.text':
    'Lire les paniers, les validations et les commandes, avec adresses et prix.',
  'scope.orders:write.title': 'Commander pour vous',
  'scope.orders:write.text':
    'Modifier votre panier, le valider, passer, modifier ou annuler des commandes.',
  'scope.payments:read.title': 'Voir les paiements',
  'scope.payments:read.text': 'Lire ce qui a été payé, ce qui est dû et ce qui a été remboursé.',
  'scope.payments:write.title': 'Lancer et rembourser des paiements',
  'scope.payments:write.text':
    'Mettre une commande en paiement, l’encaisser et demander des remboursements.',
  'scope.support:read.title': 'Lire les tickets d’assistance',
  'scope.support:read.text':
    'Voir les demandes de votre entreprise à l’assistance et les réponses.',
  'scope.support:write.title': 'Écrire à l’assistance',
  'scope.support:write.text': 'Ouvrir des tickets et y répondre pour vous.',
  'scope.webhooks:manage.title': 'Envoyer ailleurs les événements de votre entreprise',
  'scope.webhooks:manage.text':
    'Choisir des adresses qui reçoivent les événements de commandes, de paiements et de produits.',
  'problem.wrongCode': 'Ce code est incorrect ou a déjà servi. Attendez le suivant et réessayez.',
  'problem.unknownPasskey':
    'Cette clé d’accès n’appartient à aucun compte ici. Connectez-vous avec votre mot de passe.',
  'problem.credentials':
    'L’adresse e-mail ou le mot de passe est incorrect. Vérifiez les deux et réessayez.',
  'problem.rateLimited':
    'Trop d’essais. Attendez {minutes, plural, one {une minute} other {# minutes}} et réessayez.',
  'problem.mustEnrol':
    'Votre rôle exige un second facteur et vous n’en avez pas encore. Connectez-vous directement à Purveyor, configurez-en un, puis revenez.',
  'problem.notMember':
    'Vous n’appartenez pas à {company}, et cette application n’agit que pour ses membres. Connectez-vous avec un compte de cette entreprise.',
  'problem.stranger':
    'Vous êtes connecté avec un compte qui n’appartient pas à {company}. Connectez-vous avec un compte de cette entreprise.',
  'message.title': 'Impossible de continuer',
  'message.advice': 'Revenez à l’application et recommencez. Rien ne lui a été transmis.',
  'message.forDevelopers': 'Pour les responsables de l’application :',
  'error.rateLimited': 'Trop d’essais sont venus d’ici en peu de temps. Attendez une minute.',
  'error.dependencyDown': 'Un élément nécessaire est injoignable pour le moment.',
  'error.serverError': 'Une erreur s’est produite chez nous. Elle a été enregistrée.',
  'error.invalidClient': 'L’application qui vous envoie est inconnue ou a été bloquée.',
  'error.invalidRedirectUri':
    'L’application voulait vous envoyer à une adresse qui n’est pas enregistrée pour elle.',
  'error.sessionNotFound':
    'Cette connexion est déjà terminée, a duré trop longtemps ou a commencé dans un autre navigateur.',
  'error.other': 'Nous ne pouvons pas exécuter la demande qui vous a amené ici.',
}

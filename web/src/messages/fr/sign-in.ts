import type { Translation } from '../../language/translation.ts'
import type { signIn as english } from '../en/sign-in.ts'

export const signIn: Translation<typeof english> = {
  windowTitle: '{page} · Exploitation de Purveyor',
  title: 'Connexion',
  headline: 'Connexion à l’exploitation',
  lead: 'Pour les opérateurs de ce service.',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  showPassword: 'Afficher le mot de passe',
  signIn: 'Se connecter',
  'missing.email': 'Saisissez votre adresse e-mail.',
  'missing.password': 'Saisissez votre mot de passe.',
  'missing.digits': 'Saisissez les six chiffres.',
  'missing.recoveryCode': 'Saisissez un code de secours.',
  'missing.mailCode': 'Saisissez le code reçu par e-mail.',
  'refused.credentials':
    'L’adresse e-mail ou le mot de passe est incorrect. Vérifiez les deux et réessayez.',
  'refused.noOperator':
    'Ce compte n’est pas celui d’un opérateur. Utilisez un compte d’opérateur ou demandez ce droit à un opérateur.',
  'refused.malformed':
    'Ce n’est pas une adresse e-mail avec un mot de passe. Vérifiez les deux et réessayez.',
  'refused.unavailable':
    'Le service est injoignable pour l’instant : personne ne peut se connecter. Réessayez bientôt.',
  'step.title': 'Encore une étape',
  'step.continue': 'Continuer',
  'step.back': 'Retour',
  'totp.lead': 'Saisissez les six chiffres affichés par votre application d’authentification.',
  'totp.label': 'Code de l’application',
  'totp.turnTo': 'Utiliser l’application d’authentification',
  'recoveryCode.lead': 'Saisissez l’un de vos codes de secours. Chacun sert une seule fois.',
  'recoveryCode.label': 'Code de secours',
  'recoveryCode.turnTo': 'Utiliser un code de secours',
  'mailCode.lead':
    'Trop de mots de passe ou de codes erronés ont été saisis pour ce compte. Nous avons donc besoin du code d’un e-mail que nous vous avons envoyé. Chaque code fonctionne une seule fois, pendant 60 minutes.',
  'mailCode.label': 'Code reçu par e-mail',
  'mailCode.turnTo': 'Utiliser le code reçu par e-mail',
  'enrol.title': 'Configurer un second facteur',
  'enrol.lead':
    'Les opérateurs se connectent avec un mot de passe et un code d’une application d’authentification.',
  'enrol.begin': 'Ajouter une application',
  'enrol.key':
    'Saisissez cette clé dans votre application d’authentification, ou <link>ouvrez l’application sur cet appareil</link>.',
  'enrol.confirm': 'Confirmer',
  'codes.title': 'Conservez vos codes de secours',
  'codes.lead':
    'Chacun vous connecte une fois sans l’application. Ils ne sont affichés que maintenant.',
  'codes.kept': 'Je les ai conservés',
  'stepUp.money': 'Un remboursement déplace de l’argent. Confirmez votre identité.',
  'stepUp.label': 'Confirmer votre identité',
  'stepUp.save':
    'Votre connexion date de plus de cinq minutes. Confirmez votre identité ; les informations seront alors enregistrées.',
  'stepUp.code': 'Code de votre application d’authentification',
  'stepUp.password': 'Votre mot de passe',
  'stepUp.change':
    'Votre connexion date de plus de cinq minutes. Confirmez votre identité, puis la modification est faite.',
}

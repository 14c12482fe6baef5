export const signIn = {
  windowTitle: '{page} · Purveyor operations',
  title: 'Sign in',
  headline: 'Sign in to operations',
  lead: 'For operators of this service.',
  email: 'E-mail address',
  password: 'Password',
  showPassword: 'Show the password',
  signIn: 'Sign in',
  'missing.email': 'Enter your e-mail address.',
  'missing.password': 'Enter your password.',
  'missing.digits': 'Enter the six digits.',
  'missing.recoveryCode': 'Enter a recovery code.',
  'missing.mailCode': 'Enter the code of the mail.',
  'refused.credentials':
    'The e-mail address or the password is not right. Check both and try again.',
  'refused.noOperator':
    'This account is not an operator. Sign in with one that is, or ask another operator to make it one.',
  'refused.malformed': 'That is not an e-mail address and a password. Check both and try again.',
  'refused.unavailable':
    'The service cannot be reached at the moment, so nobody can sign in. Try again shortly.',
  'step.title': 'One more step',
  'step.continue': 'Go on',
  'step.back': 'Back',
  'totp.lead': 'Enter the six digits that your authenticator app shows now.',
  'totp.label': 'Code of the app',
  'totp.turnTo': 'Use the authenticator app',
  'recoveryCode.lead': 'Enter one of the recovery codes that you kept. Each works once.',
  'recoveryCode.label': 'Recovery code',
  'recoveryCode.turnTo': 'Use a recovery code',
  'mailCode.lead':
    'Too many wrong passwords or codes were entered for this account, so we need the code of a mail that we sent you. Each code works once, for 60 minutes.',
  'mailCode.label': 'Code of the mail',
  'mailCode.turnTo': 'Use the code of the mail',
  'enrol.title': 'Set up a second factor',
  'enrol.lead': 'Operators sign in with a password and a code of an authenticator app.',
  'enrol.begin': 'Add an authenticator app',
  'enrol.key':
    'Enter this key in your authenticator app, or <link>open the app on this device</link>.',
  'enrol.confirm': 'Confirm',
  'codes.title': 'Keep your recovery codes',
  'codes.lead':
    'Each of them signs you in once when you do not have the app. We show them only now.',
  'codes.kept': 'I have kept them',
  'stepUp.money': 'A refund moves money. Confirm that it is you.',
  'stepUp.label': 'Confirm that it is you',
  'stepUp.save':
    'You signed in more than five minutes ago. Confirm that it is you, then the details are saved.',
  'stepUp.code': 'Code of your authenticator app',
  'stepUp.password': 'Your password',
  'stepUp.change':
    'You signed in more than five minutes ago. Confirm that it is you, then the change is made.',
}

export const authorize = {
  windowTitle: '{page} – Purveyor',
  'signIn.title': 'Sign in',
  'signIn.titleAgain': 'Sign in: please check',
  'signIn.headline': 'Sign in to go on to {app}',
  'signIn.lead':
    'It would like to act for you at {company}. After signing in you decide what it may do.',
  'signIn.email': 'E-mail address',
  'signIn.password': 'Password',
  'signIn.submit': 'Sign in',
  'signIn.cancel': 'Go back to {app} without signing in',
  'signIn.again': 'Sign in again.',
  'code.title': 'Your code',
  'code.titleAgain': 'Your code: please check',
  'code.headline': 'Enter your code',
  'code.app':
    'Open your authenticator app and type the six digits it shows for Purveyor. A recovery code works too.',
  'code.mail':
    'Too many wrong passwords or codes were entered for your account, so we have sent you a code by mail. Type that code. A recovery code works too.',
  'code.recovery':
    'Your account asks for a passkey. Go back and sign in with it alone, or type one of your recovery codes.',
  'code.label': 'Code',
  'code.submit': 'Go on',
  'passkey.title': 'Your passkey',
  'passkey.headline': 'Use your passkey',
  'passkey.lead': 'Your device asks you to unlock it, and signs you in to go on to {app}.',
  'passkey.failed': 'That did not work. Try again, or sign in with your password.',
  'passkey.submit': 'Use passkey',
  'passkey.insteadPassword': 'Sign in with your password instead',
  'passkey.signIn': 'Sign in with a passkey',
  'consent.title': 'Let {app} act for you?',
  'consent.titleAgain': 'Please check',
  'consent.notYou': 'Not you?',
  'consent.allow': 'Allow',
  'consent.refuse': 'Refuse',
  'consent.effect':
    'It sees and does this at {company}, as you could yourself, for 90 days. You can take it back at any time.',
  'consent.returnsTo': 'Afterwards you are back at {place}.',
  'consent.appOnDevice': 'the app on this device',
  'consent.scopes': 'What it may do',
  'consent.beyond': 'It also asked for this. Your role does not include it, so it will not get it:',
  'consent.nothingTicked': 'Nothing is ticked. Tick what the app may do, or refuse.',
  'scope.products:read.title': 'Look at products',
  'scope.products:read.text': 'Search the catalogue and see prices, stock and pictures.',
  'scope.orders:read.title': 'See your cart and your company’s orders',
  'scope.orders:read.text': 'Read carts, checkouts and orders, with addresses and prices.',
  'scope.orders:write.title': 'Order for you',
  'scope.orders:write.text': 'Change your cart, check out, and place, change or cancel orders.',
  'scope.payments:read.title': 'See payments',
  'scope.payments:read.text': 'Read what was paid, what is due and what was refunded.',
  'scope.payments:write.title': 'Start and refund payments',
  'scope.payments:write.text': 'Hand an order over to payment, collect it, and ask for refunds.',
  'scope.support:read.title': 'Read support tickets',
  'scope.support:read.text': 'See what your company has asked support, and the answers.',
  'scope.support:write.title': 'Write to support',
  'scope.support:write.text': 'Open tickets and answer in them for you.',
  'scope.webhooks:manage.title': 'Send your company’s events elsewhere',
  'scope.webhooks:manage.text':
    'Choose addresses that get events of orders, payments and products.',
  'problem.wrongCode':
    'The code is wrong or was already used. Wait for the next code and try again.',
  'problem.unknownPasskey':
    'That passkey is not one of an account here. Sign in with your password.',
  'problem.credentials':
    'The e-mail address or the password is not right. Check both and try again.',
  'problem.rateLimited':
    'Too many tries. Wait {minutes, plural, one {a minute} other {# minutes}} and try again.',
  'problem.mustEnrol':
    'Your role needs a second factor, and you have none yet. Sign in to Purveyor itself and set one up, then come back.',
  'problem.notMember':
    'You do not belong to {company}, and this app acts for its people only. Sign in as somebody who does.',
  'problem.stranger':
    'You are signed in as somebody who does not belong to {company}. Sign in as somebody who does.',
  'message.title': 'This cannot go on',
  'message.advice': 'Go back to the app and begin again. Nothing was given to it.',
  'message.forDevelopers': 'For the people who run the app:',
  'error.rateLimited': 'There were too many tries from here in a short time. Wait a minute.',
  'error.dependencyDown': 'A part that this needs cannot be reached at the moment.',
  'error.serverError': 'Something went wrong on our side. It has been written down.',
  'error.invalidClient': 'The app that sent you here is not known, or has been shut out.',
  'error.invalidRedirectUri':
    'The app asked for you to be sent to an address that is not registered for it.',
  'error.sessionNotFound':
    'This sign-in was finished already, took too long, or was begun in another browser.',
  'error.other': 'The request that brought you here is not one we can carry out.',
}

export { type ConsentPage, consentPage, type RequestedScope } from './consent-page.ts'
export { type MessagePage, messagePage } from './message-page.ts'
export { type PasskeyPage, passkeyPage } from './passkey-page.ts'
export { passkeyScript } from './passkey-script.ts'
export {
  type SecondFactorPage,
  type SignInPage,
  secondFactorPage,
  signInPage,
} from './sign-in-page.ts'
export { styles } from './styles.ts'
export { type AuthorizeKey, type AuthorizeWords, authorizeWords } from './words.ts'

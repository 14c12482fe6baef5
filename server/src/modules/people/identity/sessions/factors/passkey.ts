import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Passkey } from './factor-store.ts'

/** The domain that passkeys are bound to, and the origins of the pages that may request them. */
export type RelyingParty = { readonly id: string; readonly origins: readonly string[] }

export type CreationOptions = PublicKeyCredentialCreationOptionsJSON
export type RequestOptions = PublicKeyCredentialRequestOptionsJSON

const timeoutMs = 300_000

/** EdDSA, ES256 and RS256 by their COSE numbers: the algorithms of today's authenticators. */
const algorithms = [-8, -7, -257]

export function creationOptions(
  party: RelyingParty,
  person: { readonly userId: string; readonly email: string; readonly name: string },
  known: readonly Passkey[],
  mustVerify: boolean,
): Promise<CreationOptions> {
  return generateRegistrationOptions({
    rpName: 'Purveyor',
    rpID: party.id,
    userName: person.email,
    userDisplayName: person.name,
    userID: new TextEncoder().encode(person.userId),
    timeout: timeoutMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(credentialOf),
    authenticatorSelection: {
      residentKey: 'preferred',
      userVerification: mustVerify ? 'required' : 'preferred',
    },
  })
}

/** Without a list the browser offers all its passkeys for this site. */
export function requestOptions(
  party: RelyingParty,
  known: readonly Passkey[],
  mustVerify: boolean,
): Promise<RequestOptions> {
  return generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: known.map(credentialOf),
    timeout: timeoutMs,
    userVerification: mustVerify ? 'required' : 'preferred',
  })
}

export type NewCredential = Pick<
  Passkey,
  'credentialId' | 'publicKey' | 'counter' | 'transports' | 'synced'
>

/** Undefined if the answer does not match this question or this site. */
export async function registeredCredential(
  party: RelyingParty,
  response: RegistrationResponseJSON,
  nonce: string,
  mustVerify: boolean,
): Promise<NewCredential | undefined> {
  const result = await verifyRegistrationResponse({
    response,
    expectedChallenge: nonce,
    expectedOrigin: [...party.origins],
    expectedRPID: party.id,
    supportedAlgorithmIDs: algorithms,
    requireUserVerification: mustVerify,
  }).catch(() => undefined)
  if (!result?.verified) return undefined
  const { credential, credentialBackedUp } = result.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: credential.transports ?? [],
    synced: credentialBackedUp,
  }
}

/** The new value of the counter. Undefined if the signature is not of this passkey and this question. */
export async function signedCounter(
  party: RelyingParty,
  passkey: Passkey,
  response: AuthenticationResponseJSON,
  nonce: string,
  mustVerify: boolean,
): Promise<number | undefined> {
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge: nonce,
    expectedOrigin: [...party.origins],
    expectedRPID: party.id,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
    requireUserVerification: mustVerify,
  }).catch(() => undefined)
  return result?.verified ? result.authenticationInfo.newCounter : undefined
}

function credentialOf({ credentialId, transports }: Passkey) {
  return { id: credentialId, transports: [...transports] }
}

import { randomBytes } from 'node:crypto'

/** The keys with which the processes of one bench run sign and seal. They share them. */
export function benchSecrets() {
  return {
    JWT_ACCESS_SECRET: randomBytes(32).toString('hex'),
    JWT_REFRESH_SECRET: randomBytes(32).toString('hex'),
    API_KEY_PEPPER: randomBytes(32).toString('hex'),
    DATA_ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
  }
}

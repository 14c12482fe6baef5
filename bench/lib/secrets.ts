import { randomBytes } from 'node:crypto'

/** What a process of one bench run signs and seals with; its processes share them. */
export function benchSecrets() {
  return {
    JWT_ACCESS_SECRET: randomBytes(32).toString('hex'),
    JWT_REFRESH_SECRET: randomBytes(32).toString('hex'),
    API_KEY_PEPPER: randomBytes(32).toString('hex'),
    DATA_ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
  }
}

import type { ClientConfig } from 'pg'
import { typeParsers } from './type-parsers.ts'

/** A caller waiting for a row that another transaction holds gives up after this, and can be tried again. */
const lockTimeoutMs = 5_000
const connectTimeoutMs = 5_000
/** The server stops a slow statement first. This is for a server that has stopped answering altogether. */
const silenceMarginMs = 5_000
/**
 * Ours are short statements. PostgreSQL compiles those whose cost it overestimates, such as a search by a word it knows
 * nothing of, and the compiling takes longer than the statement. And a search sorts some thousand documents, six megabytes,
 * which would go through a file with the four that are usual. An address that has `options` of its own wins.
 */
export const sessionSettings = '-c jit=off -c work_mem=16MB'

/** Settings that every connection of a pool starts with. They travel in the start-up message, so no session is set up. */
export function connectionOptions(url: string, statementTimeoutMs: number): ClientConfig {
  return {
    connectionString: url,
    fallback_application_name: 'purveyor',
    options: sessionSettings,
    types: typeParsers,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    lock_timeout: Math.min(lockTimeoutMs, statementTimeoutMs),
    idle_in_transaction_session_timeout: Math.max(statementTimeoutMs, 2 * lockTimeoutMs),
    query_timeout: statementTimeoutMs + silenceMarginMs,
  }
}

/** For migrations: a long change of the schema is not a slow query. */
export function migrationOptions(url: string): ClientConfig {
  return {
    connectionString: url,
    fallback_application_name: 'purveyor migrations',
    types: typeParsers,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
  }
}

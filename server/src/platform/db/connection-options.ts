import type { ClientConfig } from 'pg'
import { typeParsers } from './statements/type-parsers.ts'

/** A statement that waits for a row lock gives up after this time, and can be retried. */
const lockTimeoutMs = 5_000
const connectTimeoutMs = 5_000
/** The server stops a slow statement first. This is for a server that has stopped answering altogether. */
const silenceMarginMs = 5_000
/**
 * Our statements are short. PostgreSQL compiles statements with an overestimated cost, such as a search by an unknown word, and
 * the compilation takes longer than the statement. A search also sorts some thousand documents, six megabytes, which the default
 * of four would write to a file. An address with its own `options` wins.
 */
export const sessionSettings = '-c jit=off -c work_mem=16MB'

/** The settings of every connection of a pool. They are part of the start-up message, so they cost no round trip. */
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

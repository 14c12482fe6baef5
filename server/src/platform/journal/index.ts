export { type Journal, openJournal, rewriteJournal } from './journal.ts'

export { type Journal, JournalDamaged, openJournal, rewriteJournal } from './journal.ts'

export { type Audited, type AuditTarget, noCompany, recordAudit } from './record-audit.ts'

-- A statement says who moved a company's credit and under which reference, and a repayment that was noted wrongly is taken back
-- by an entry of its own.
alter table payments.credit_entries
  -- Of a repayment, and of what takes it back. Those from before are called by their entry.
  add column repayment_id text collate "C",
  add column noted_by text,
  add column reference text constraint credit_entries_reference_short check (length(reference) <= 64),
  add column reason text constraint credit_entries_reason_short check (length(reason) <= 200),
  drop constraint credit_entries_kind_known,
  add constraint credit_entries_kind_known check (kind in ('TAKEN', 'RELEASED', 'REPAID', 'REVERSED')),
  add constraint credit_entries_reversed_named check (kind <> 'REVERSED' or repayment_id is not null);

create unique index credit_entries_repayment
  on payments.credit_entries (company_id, currency, coalesce(repayment_id, 'crp_' || entry::text)) where kind = 'REPAID';
create unique index credit_entries_reversed_once
  on payments.credit_entries (company_id, currency, repayment_id) where kind = 'REVERSED';

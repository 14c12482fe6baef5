-- Net terms: what each payment still owes of what it promised. Only under the lock of its account.
create table payments.debts (
  company_id text not null,
  currency text not null,
  payment_id text collate "C" not null,
  -- The day by which it is to be repaid.
  due_on date not null,
  -- Promised or charged, less what was released or refunded.
  owed_minor bigint not null,
  -- What of the company's money was put against it. The oldest come first.
  repaid_minor bigint not null default 0,
  -- Since when nothing of it is open.
  ended_at timestamptz,
  primary key (company_id, payment_id),
  constraint debts_account
    foreign key (company_id, currency) references payments.credit_accounts (company_id, currency),
  constraint debts_repaid_within_owed check (repaid_minor between 0 and owed_minor),
  constraint debts_end_with_nothing_open check (ended_at is null or repaid_minor = owed_minor)
);

create index debts_open on payments.debts (company_id, currency, due_on, payment_id) where ended_at is null;
create index debts_due on payments.debts (due_on, payment_id) where ended_at is null;

alter table payments.credit_accounts
  -- Money of the company that no debt was there for: it goes to the next one.
  add column unallocated_minor bigint not null default 0
    constraint credit_accounts_unallocated_not_negative check (unallocated_minor >= 0);

insert into payments.debts (company_id, currency, payment_id, due_on, owed_minor)
select company_id, currency, id, coalesce(due_on, created_at::date), authorized_minor - voided_minor - refunded_minor
from payments.payments
where method = 'invoice' and authorized_minor > voided_minor + refunded_minor;

-- What was repaid before is put against them with the next movement of the account.
update payments.credit_accounts a
set unallocated_minor = greatest(0, coalesce((
  select sum(d.owed_minor) from payments.debts d where d.company_id = a.company_id and d.currency = a.currency), 0)
  - a.used_minor);

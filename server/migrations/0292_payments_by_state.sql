-- no-transaction
create index concurrently if not exists payments_by_state on payments.payments (company_id, state, created_at desc, id desc);

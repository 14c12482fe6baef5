-- A company lists the few checkouts that came to nothing. An order never writes this index.
create index attempts_to_nothing on checkout.attempts (company_id, state, created_at desc, id desc)
  where state in ('CANCELLED', 'EXPIRED', 'FAILED');

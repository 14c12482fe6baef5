-- What a provider has refused so often is not asked for ever: an operator decides how that money goes back.
alter table orders.credits
  add column refusals integer not null default 0 constraint credits_refusals_not_negative check (refusals >= 0),
  drop constraint credits_state_known,
  add constraint credits_state_known check (state in ('WAITING', 'REFUSED', 'SETTLED'));

create index credits_refused on orders.credits (created_at, id) where state = 'REFUSED';

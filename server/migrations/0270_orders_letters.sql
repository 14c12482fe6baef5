-- Whom a company has written to about its orders, so that nobody is flooded.

alter table identity.companies
  -- Its people are told of its orders by mail: of what they ordered, and of what it is to deliver.
  add column order_mails boolean not null default true;

-- Of each hour in which there were any; rows of a company's last two days.
create table orders.letter_hours (
  company_id text not null,
  hour timestamptz not null,
  mails integer not null constraint letter_hours_counted check (mails >= 0),
  primary key (company_id, hour)
);

-- Mails begin with what happens from now on, and not with the beginning of the log.
insert into platform.subscriptions (name, position, failures, available_at)
select 'orders.write_letters', last_position, 0, to_timestamp(0) from platform.sequencer where name = 'events'
on conflict (name) do nothing;

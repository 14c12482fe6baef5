-- An administrator may name any company as the supplier of a source. Offer requests reach that company only if an operator has
-- confirmed that the source shows its goods, or if the company made the source itself.
alter table crawl.sources add column supplier_confirmed boolean not null default false;

update crawl.sources set supplier_confirmed = true
where supplier_id is not null and company_id in ('co_00000000000000000p0atf0rm0', supplier_id);

-- When a request was declined or expired. From then on its retention runs.
alter table offers.requests add column ended_at timestamptz;

update offers.requests set ended_at = coalesce(valid_until, answered_at, created_at)
where state in ('DECLINED', 'EXPIRED');

create index requests_ended on offers.requests (ended_at) where ended_at is not null;
create index requests_waiting on offers.requests (created_at) where state = 'REQUESTED';
-- To erase what a person wrote in an answer.
create index requests_by_answerer on offers.requests (answered_by) where answered_by is not null;

-- The events of a company by their numbers, for those who read them in order.
create index events_by_sequence on platform.events (company_id, sequence) where sequence is not null;

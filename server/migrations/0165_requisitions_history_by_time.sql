-- no-transaction
-- How many requisitions of a company were submitted lately: buyers get no mail about too many.
create index concurrently if not exists history_by_time on requisitions.history (company_id, at) where state = 'SUBMITTED';

-- For each field of the products of a run: how many values were read, missing and refused.
-- {"price": {"read": 12, "missing": 3, "refused": 1}}
alter table crawl.runs add column fields jsonb not null default '{}';

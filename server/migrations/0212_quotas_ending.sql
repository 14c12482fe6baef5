-- The end of the contract of which the companies have been told. A later end is told anew.
alter table quotas.quotas add column ending_noticed_for timestamptz;

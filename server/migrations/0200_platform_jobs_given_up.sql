-- When a job was given up. Null while it is tried, and of those that were given up before this was written down.
alter table platform.jobs add column given_up_at timestamptz;

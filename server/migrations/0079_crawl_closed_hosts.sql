-- Why the robots.txt of a host closes it. Rows of older processes have none: these hosts did not answer.
alter table crawl.hosts
  add column robots_closed_because text,
  add constraint hosts_closed_because_known check (robots_closed_because in ('unreachable', 'beyond_limits'));

-- The time zone of a company, a name of the IANA database: it decides in which year and on which day something happens there.
alter table identity.companies add column time_zone text not null default 'UTC'
  constraint companies_time_zone_short check (length(time_zone) between 1 and 64);

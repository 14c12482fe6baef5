-- How many attempts of a page have begun and not ended. Of a page that a lost worker had, each of them lost its worker.
alter table crawl.pages add column open_attempts smallint not null default 0;

-- Which reading of products made a document. Those that an older release made are read again in the background.
alter table catalog.search_documents add column analysis integer not null default 1;

-- How far such a pass has come, and of how many.
alter table catalog.loads
  add column place text collate "C",
  add column total integer;

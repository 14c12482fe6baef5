-- The requisition that the items of the brief without a match became.
alter table chat.sessions add column requisition_id text collate "C";

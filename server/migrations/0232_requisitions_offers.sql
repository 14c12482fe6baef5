-- The request for an external offer with which a buyer sources a line in words.
alter table requisitions.lines add column sourced_offer_request_id text collate "C";

-- Where clicks on ads came from in the last 24 hours: the credential and the company that asked for the auction, and the network
-- of the address that clicked. Each is a keyed digest. A click has one row for each.
create table ads.click_sources (
  source text collate "C" not null,
  clicked_at timestamptz not null,
  auction_id text collate "C" not null,
  slot smallint not null,
  campaign_id text collate "C" not null,
  is_charged boolean not null,
  constraint click_sources_pkey primary key (source, clicked_at, auction_id, slot)
);

create index click_sources_charged on ads.click_sources (source, campaign_id, clicked_at) where is_charged;
create index click_sources_by_time on ads.click_sources (clicked_at);

alter table ads.clicks drop constraint clicks_reason_known;
alter table ads.clicks add constraint clicks_reason_known
  check (reason in ('OWN_COMPANY', 'ROBOT', 'TOO_MANY_CLICKS', 'TOO_MANY_CHARGES', 'SEEN_BEFORE', 'EXPIRED'));

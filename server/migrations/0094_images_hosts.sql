-- The host of the address at the supplier, so that the pictures of one host cannot hold up those of others.
alter table images.pictures
  add column host text generated always as (lower(substring(source_url from '^[^:]+://([^/?#]*)'))) stored;

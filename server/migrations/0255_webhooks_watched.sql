-- What operators read of the endpoints of all companies: the newest first, and those that were given up.
create index endpoints_newest on webhooks.endpoints (id desc) where state <> 'DELETED';
create index endpoints_disabled on webhooks.endpoints (disabled_at) where state = 'DISABLED';

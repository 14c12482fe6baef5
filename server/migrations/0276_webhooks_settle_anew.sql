-- What is still to be released because of `settle_until` gets a new round: somebody has enabled or resumed the endpoint.
alter table webhooks.endpoints add column settle_anew boolean not null default false;

-- What a company may ask of how its endpoint is called.
alter table webhooks.endpoints
  -- Null: as fast as it answers.
  add column max_per_second integer
    constraint endpoints_max_per_second_known check (max_per_second between 1 and 1000),
  -- A thin body has no data, and the address where it is read.
  add column payload text not null default 'full'
    constraint endpoints_payload_known check (payload in ('full', 'thin')),
  -- Null: signed with the secret alone. Sealed like it; whoever verifies needs only the public half.
  add column signing_key_sealed text,
  add column signing_key_public text,
  add constraint endpoints_signing_key_whole check ((signing_key_sealed is null) = (signing_key_public is null));

alter table webhooks.endpoint_health
  -- Up to when the places in time of a throttled endpoint are given away, by whichever process.
  add column throttle_at timestamptz;

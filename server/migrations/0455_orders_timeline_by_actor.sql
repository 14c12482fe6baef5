-- no-transaction
-- The export of a person's data begins with the steps of the person. Steps of the service itself are not in the index.
create index concurrently if not exists timeline_by_actor on orders.timeline (actor_id, order_id, version) where actor_id is not null;

-- When the looks at a provider began to fail: the last one moves with each look, and one that never had an answer has no other.
-- An older release leaves it as it is, so that it says something only while there are failures.
alter table fx.providers add column failing_since timestamptz;

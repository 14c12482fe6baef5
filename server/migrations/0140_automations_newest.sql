-- Operators see the last runs of all companies, and rules of all of them, newest first.
create index runs_newest on automations.runs (id desc);
create index automations_newest on automations.automations (id desc) where state <> 'DELETED';

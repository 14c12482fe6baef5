-- Why the language model did not help with the last extraction. Null: it helped, or was not asked.
alter table chat.sessions add column degraded_reason text;

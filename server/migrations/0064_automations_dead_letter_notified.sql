-- When the company was last notified that runs of the rule were given up: at most once a day.
alter table automations.automations add column dead_letter_notified_at timestamptz;

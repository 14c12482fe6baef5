alter table automations.automations rename column flood_told_at to flood_notified_at;
alter table automations.automations rename column expiry_told_at to expiry_notified_at;

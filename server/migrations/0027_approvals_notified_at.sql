alter table approvals.notices rename column told_at to notified_at;

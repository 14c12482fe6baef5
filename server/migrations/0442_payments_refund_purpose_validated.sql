alter table payments.refunds validate constraint refunds_purpose_one;

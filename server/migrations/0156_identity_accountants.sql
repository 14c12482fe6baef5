-- An accountant reads orders, invoices, payments, budgets and credit accounts, and changes none of them.
alter table identity.memberships drop constraint memberships_roles_known;
alter table identity.memberships add constraint memberships_roles_known
  check (roles <@ array['buyer', 'approver', 'company_admin', 'accountant', 'operator'] and cardinality(roles) > 0);
alter table identity.invitations drop constraint invitations_roles_known;
alter table identity.invitations add constraint invitations_roles_known
  check (roles <@ array['buyer', 'approver', 'company_admin', 'accountant', 'operator'] and cardinality(roles) > 0);

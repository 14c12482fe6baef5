-- A requester fills carts and requisitions, and reads what came from them. Others order.
alter table identity.memberships drop constraint memberships_roles_known;
alter table identity.memberships add constraint memberships_roles_known
  check (roles <@ array['buyer', 'approver', 'company_admin', 'accountant', 'requester', 'operator'] and cardinality(roles) > 0);
alter table identity.invitations drop constraint invitations_roles_known;
alter table identity.invitations add constraint invitations_roles_known
  check (roles <@ array['buyer', 'approver', 'company_admin', 'accountant', 'requester', 'operator'] and cardinality(roles) > 0);

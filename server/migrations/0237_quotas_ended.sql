-- When the companies were told that the contract has ended. A contract that is in force again is told anew.
alter table quotas.quotas add column ended_noticed_at timestamptz;

-- Nobody is told of contracts that ended before there was this notice.
update quotas.quotas q set ended_noticed_at = now()
from products.contracts c
where c.id = q.contract_id and c.buyer_company_id = q.company_id and (c.state = 'ENDED' or c.valid_until <= now());

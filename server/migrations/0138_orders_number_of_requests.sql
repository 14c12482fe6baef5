update approvals.requests r set order_number = o.number
from orders.orders o where o.company_id = r.company_id and o.id = r.order_id;

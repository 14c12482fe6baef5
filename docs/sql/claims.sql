-- How workers ask each queue for work.
-- Written by `npm run sql`. Do not edit: change the function that a comment names, then run it again.
-- The statements stand in the order in which the service sends them. Each is shown once; "As above" stands for a repetition.

----------------------------------------------------------------------------------------------------
-- Work that is no row of a queue
----------------------------------------------------------------------------------------------------

begin;

-- Lets one process at a time number the new events of the log.
-- becomeSequencer in server/src/platform/outbox/sequencer.ts
select
  last_position
from
  platform.sequencer
where
  name = 'events'
for update
  skip locked;

begin;

-- Lets one process at a time link the entries of the audit log.
-- becomeLinker in server/src/platform/audit/link-store.ts
select
  name
from
  platform.audit_linker
where
  name = 'audit'
for update
  skip locked;

-- Asks whether a schedule is due.
-- hasDueSchedule in server/src/platform/jobs/store.ts
select
  exists (
    select
    from
      platform.schedules
    where
      name = any ($1)
      and available_at <= $2
  ) as due;

begin;

-- Locks the replay of deliveries that has waited longest.
-- takeDue in server/src/modules/connections/webhooks/replays/replay-record-store.ts
/* across companies: a worker takes what is due, whoever it belongs to */
select
  *
from
  webhooks.replays
where
  state = 'RUNNING'
  and available_at <= $1
order by
  available_at
limit
  1
for update
  skip locked;

----------------------------------------------------------------------------------------------------
-- The queue approvals.requests
----------------------------------------------------------------------------------------------------

-- Asks whether a row is due that has to be worked on alone, because processes have died over it.
-- isDue in server/src/platform/leases/alone.ts
/* across companies: a worker takes what is due, whoever it belongs to */
select
  exists (
    select
    from
      "approvals"."requests" as job
    where
      job.deaths >= 2
      and job.state in ('PENDING', 'APPROVING')
      and job.available_at <= $1
  ) as due;

-- Takes what is due, oldest first: counts the attempt and sets the lease. Rows that another worker holds are skipped.
-- claim in server/src/platform/leases/claim.ts
/* across companies: a worker takes what is due, whoever it belongs to */
with
  due as materialized (
    select
      "job"."company_id",
      "job"."id"
    from
      "approvals"."requests" as job
    where
      job.state in ('PENDING', 'APPROVING')
      and job.available_at <= $1
      and job.deaths < 2
      and (
        job.lease_token is null
        or not (
          exists (
            select
            from
              platform.processes p
            where
              p.holder = split_part(job.lease_token, '@', 2)
              and p.died_at is not null
              and p.stopping_at is null
              and p.seen_at <= job.lease_until
          )
          or exists (
            select
            from
              platform.processes p
            where
              p.holder = split_part(job.lease_token, '@', 2)
              and p.died_at is null
              and p.stopping_at is null
              and p.seen_at <= job.lease_until
          )
        )
      )
    order by
      "job"."available_at",
      "job"."id"
    limit
      $2
    for update
      skip locked
  )
update "approvals"."requests" as job
set
  available_at = $3,
  attempts = job.attempts + 1,
  lease_token = $4,
  lease_until = $5
from
  due
where
  ("job"."company_id", "job"."id") = ("due"."company_id", "due"."id")
returning
  job.*;

----------------------------------------------------------------------------------------------------
-- The queue automations.runs
----------------------------------------------------------------------------------------------------

-- Asks whether a row is due that has to be worked on alone, because processes have died over it.
-- isDue in server/src/platform/leases/alone.ts
/* across companies: a worker takes what is due, whoever it belongs to */
select
  exists (
    select
    from
      "automations"."runs" as job
    where
      job.deaths >= 2
      and job.state in ('PENDING', 'RETRYING')
      and job.available_at <= $1
  ) as due;

-- Counts the runs that each company has under way.
-- countUnderWay in server/src/modules/assistance/automations/running/queue-store.ts
/* across companies: each has so many places */
select
  company_id,
  count(*)::int as count
from
  automations.runs
where
  state = 'LEASED'
group by
  company_id;

-- Looks at the oldest rows that are due, without those of companies that use all their places or have had their turn.
-- chooseDue in server/src/modules/assistance/automations/running/queue-store.ts
/* across companies: a worker takes what is due, whoever it belongs to */
select
  company_id,
  id
from
  automations.runs
where
  state in ('PENDING', 'RETRYING')
  and available_at <= $1
  and company_id <> all ($2::text[])
  and deaths < 2
order by
  available_at,
  id
limit
  $3;

-- Takes what is due, oldest first: counts the attempt and sets the lease. Rows that another worker holds are skipped.
-- claim in server/src/platform/leases/claim.ts
/* across companies: a worker takes what is due, whoever it belongs to */
with
  due as materialized (
    select
      "job"."company_id",
      "job"."id"
    from
      "automations"."runs" as job
    where
      job.state in ('PENDING', 'RETRYING')
      and job.available_at <= $1
      and "job"."id" = any ($2::text[])
      and job.deaths < 2
    order by
      "job"."available_at",
      "job"."id"
    limit
      $3
    for update
      skip locked
  )
update "automations"."runs" as job
set
  state = 'LEASED',
  attempts = job.attempts + 1,
  lease_token = $4,
  lease_until = $5
from
  due
where
  ("job"."company_id", "job"."id") = ("due"."company_id", "due"."id")
returning
  job.*;

----------------------------------------------------------------------------------------------------
-- The queue chat.finalizations
----------------------------------------------------------------------------------------------------

-- Asks whether a row is due that has to be worked on alone, because processes have died over it.
-- isDue in server/src/platform/leases/alone.ts
/* across companies: a worker takes what is due, whoever it belongs to */
select
  exists (
    select
    from
      "chat"."finalizations" as job
    where
      job.deaths >= 2
      and job.state in ('WAITING')
      and job.available_at <= $1
  ) as due;

-- Takes what is due, oldest first: counts the attempt and sets the lease. Rows that another worker holds are skipped.
-- claim in server/src/platform/leases/claim.ts
/* across companies: a worker takes what is due, whoever it belongs to */
with
  due as materialized (
    select
      "job"."company_id",
      "job"."session_id"
    from
      "chat"."finalizations" as job
    where
      job.state in ('WAITING')
      and job.available_at <= $1
      and job.deaths < 2
      and (
        job.lease_token is null
        or not (
          exists (
            select
            from
              platform.processes p
            where
              p.holder = split_part(job.lease_token, '@', 2)
              and p.died_at is not null
              and p.stopping_at is null
              and p.seen_at <= job.lease_until
          )
          or exists (
            select
            from
              platform.processes p
            where
              p.holder = split_part(job.lease_token, '@', 2)
              and p.died_at is null
              and p.stopping_at is null
              and p.seen_at <= job.lease_until
          )
        )
      )
    order by
      "job"."available_at",
      "job"."session_id"
    limit
      $2
    for update
      skip locked
  )
update "chat"."finalizations" as job
set
  available_at = $3,
  attempts = job.attempts + 1,
  lease_token = $4,
  lease_until = $5
from
  due
where
  ("job"."company_id", "job"."session_id") = ("due"."company_id", "due"."session_id")
returning
  job.*;

----------------------------------------------------------------------------------------------------
-- The queue chat.sessions
----------------------------------------------------------------------------------------------------

-- Asks whether a row is due that has to be worked on alone, because processes have died over it.
-- isDue in server/src/platform/leases/alone.ts
/* across companies: a worker takes what is due, whoever it belongs to */
select
  exists (
    select
    from
      "chat"."sessions" as job
    where
      job.deaths >= 2
      and job.state in ('QUEUED_FOR_EXTRACTION')
      and job.available_at <= $1
  ) as due;

-- Takes what is due, oldest first: counts the attempt and sets the lease. Rows that another worker holds are skipped.
-- claim in server/src/platform/leases/claim.ts
/* across companies: a worker takes what is due, whoever it belongs to */
with
  due as materialized (
    select
      "job"."company_id",
      "job"."id"
    from
      "chat"."sessions" as job
    where
      job.state in ('QUEUED_FOR_EXTRACTION')
      and job.available_at <= $1
      and job.deaths < 2
    order by
      "job"."available_at",
      "job"."id"
    limit
      $2
    for update
      skip locked
  )
update "chat"."sessions" as job
set
  state = 'EXTRACTING',
  attempts = job.attempts + 1,
  lease_token = $3,
  lease_until = $4
from
  due
where
  ("job"."company_id", "job"."id") = ("due"."company_id", "due"."id")
returning
  job.*;

----------------------------------------------------------------------------------------------------
-- The queue checkout.attempts
----------------------------------------------------------------------------------------------------

-- Asks whether a row is due that has to be worked on alone, because processes have died over it.
-- isDue in server/src/platform/leases/alone.ts
/* across companies: a worker takes what is due, whoever it belongs to */
select
  exists (
    select
    from
      "checkout"."attempts" as job
    where
      job.deaths >= 2
      and job.state in ('RESERVED', 'PAYMENT_INITIATED_CART_RECONCILING')
      and job.available_at <= $1
  ) as due;

-- Takes what is due, oldest first: counts the attempt and sets the lease. Rows that another worker holds are skipped.
-- claim in server/src/platform/leases/claim.ts
/* across companies: a worker takes what is due, whoever it belongs to */
with
  due as materialized (
    select
      "job"."company_id",
      "job"."id"
    from
      "checkout"."attempts" as job
    where
      job.state in ('RESERVED', 'PAYMENT_INITIATED_CART_RECONCILING')
      and job.available_at <= $1
      and job.deaths < 2
      and (
        job.lease_token is null
        or not (
          exists (
            select
            from
              platform.processes p
            where
              p.holder = split_part(job.lease_token, '@', 2)
              and p.died_at is not null
              and p.stopping_at is null
              and p.seen_at <= job.lease_until
          )
          or exists (
            select
            from
              platform.processes p
            where
              p.holder = split_part(job.lease_token, '@', 2)
              and p.died_at is null
              and p.stopping_at is null
              and p.seen_at <= job.lease_until
          )
        )
      )
    order by
      "job"."available_at",
      "job"."id"
    limit
      $2
    for update
      skip locked
  )
update "checkout"."attempts" as job
set
  available_at = $3,
  attempts = job.attempts + 1,
  lease_token = $4,
  lease_until = $5
from
  due
where
  ("job"."company_id", "job"."id") = ("due"."company_id", "due"."id")
returning
  job.*;

----------------------------------------------------------------------------------------------------
-- The queue checkout.unordered_payments
----------------------------------------------------------------------------------------------------

-- Asks whether a row is due that has to be worked on alone, because processes have died over it.
-- isDue in server/src/platform/leases/alone.ts
/* across companies: a worker takes what is due, whoever it belongs to */
select
  exists (
    select
    from
      "checkout"."unordered_payments" as job
    where
      job.deaths >= 2
      and job.state in ('WAITING')
      and job.available_at <= $1
  ) as due;

-- Takes what is due, oldest first: counts the attempt and sets the lease. Rows that another worker holds are skipped.
-- claim in server/src/platform/leases/claim.ts
/* across companies: a worker takes what is due, whoever it belongs to */
with
  due as materialized (
    select
      "job"."company_id",
      "job"."payment_id"
    from
      "checkout"."unordered_payments" as job
    where
      job.state in ('WAITING')
      and job.available_at <= $1
      and job.deaths < 2
      and (
        job.lease_token is null
        or not (
          exists (
            select
            from
              platform.processes p
            where
              p.holder = split_part(job.lease_token, '@', 2)
              and p.died_at is not null
              and p.stopping_at is null
              and p.seen_at <= job.lease_until
          )
          or exists (
            select
            from
              platform.processes p
            where
              p.holder = split_part(job.lease_token, '@', 2)
              and p.died_at is null
              and p.stopping_at is null
              and p.seen_at <= job.lease_until
          )
        )
      )
    order by
      "job"."available_at",
      "job"."payment_id"
    limit
      $2
    for update
      skip locked
  )
update "checkout"."unordered_payments" as job
set
  available_at = $3,
  attempts = job.attempts + 1,
  lease_token = $4,
  lease_until = $5
from
  due
where
  ("job"."company_id", "job"."payment_id") = ("due"."company_id", "due"."payment_id")
returning
  job.*;

----------------------------------------------------------------------------------------------------
-- The queue crawl.runs
----------------------------------------------------------------------------------------------------

-- Asks whether a row is due that has to be worked on alone, because processes have died over it.
-- isDue in server/src/platform/leases/alone.ts
/* across companies: a worker takes what is due, whoever it belongs to */
select
  exists (
    select
    from
      "crawl"."runs" as job
    where
      job.deaths >= 2
      and job.state in ('QUEUED')
      and job.available_at <= $1
  ) as due;

-- Takes what is due, oldest first: counts the attempt and sets the lease. Rows that another worker holds are skipped.
-- claim in server/src/platform/leases/claim.ts
/* across companies: a worker takes what is due, whoever it belongs to */
with
  due as materialized (
    select
      "job"."company_id",
      "job"."id"
    from
      "crawl"."runs" as job
    where
      job.state in ('QUEUED')
      and job.available_at <= $1
      and "job"."company_id" <> all ($2::text[])
      and job.deaths < 2
    order by
      "job"."available_at",
      "job"."id"
    limit
      $3
    for update
      skip locked
  )
update "crawl"."runs" as job
set
  state = 'RUNNING',
  attempts = job.attempts + 1,
  lease_token = $4,
  lease_until = $5
from
  due
where
  ("job"."company_id", "job"."id") = ("due"."company_id", "due"."id")
returning
  job.*;

----------------------------------------------------------------------------------------------------
-- The queue images.pictures
----------------------------------------------------------------------------------------------------

-- Asks whether a row is due that has to be worked on alone, because processes have died over it.
-- isDue in server/src/platform/leases/alone.ts
/* across companies: a worker takes what is due, whoever it belongs to */
select
  exists (
    select
    from
      "images"."pictures" as job
    where
      job.deaths >= 2
      and job.state in ('WAITING')
      and job.available_at <= $1
      and "job"."wanted_by" = 'IMPORT'
  ) as due;

-- Asks whether a row is due that has to be worked on alone, because processes have died over it.
-- isDue in server/src/platform/leases/alone.ts
/* across companies: a worker takes what is due, whoever it belongs to */
select
  exists (
    select
    from
      "images"."pictures" as job
    where
      job.deaths >= 2
      and job.state in ('WAITING')
      and job.available_at <= $1
      and "job"."wanted_by" = 'REQUEST'
  ) as due;

-- Takes what is due, oldest first: counts the attempt and sets the lease. Rows that another worker holds are skipped.
-- claim in server/src/platform/leases/claim.ts
/* across companies: a worker takes what is due, whoever it belongs to */
with
  due as materialized (
    select
      "job"."company_id",
      "job"."product_id"
    from
      "images"."pictures" as job
    where
      job.state in ('WAITING')
      and job.available_at <= $1
      and "job"."wanted_by" = 'IMPORT'
      and "job"."company_id" <> all ($2::text[])
      and "job"."host" <> all ($3::text[])
      and job.deaths < 2
    order by
      "job"."available_at",
      "job"."product_id"
    limit
      $4
    for update
      skip locked
  )
update "images"."pictures" as job
set
  state = 'FETCHING',
  attempts = job.attempts + 1,
  lease_token = $5,
  lease_until = $6
from
  due
where
  ("job"."company_id", "job"."product_id") = ("due"."company_id", "due"."product_id")
returning
  job.*;

-- Takes what is due, oldest first: counts the attempt and sets the lease. Rows that another worker holds are skipped.
-- claim in server/src/platform/leases/claim.ts
/* across companies: a worker takes what is due, whoever it belongs to */
with
  due as materialized (
    select
      "job"."company_id",
      "job"."product_id"
    from
      "images"."pictures" as job
    where
      job.state in ('WAITING')
      and job.available_at <= $1
      and "job"."wanted_by" = 'REQUEST'
      and "job"."company_id" <> all ($2::text[])
      and "job"."host" <> all ($3::text[])
      and job.deaths < 2
    order by
      "job"."available_at",
      "job"."product_id"
    limit
      $4
    for update
      skip locked
  )
update "images"."pictures" as job
set
  state = 'FETCHING',
  attempts = job.attempts + 1,
  lease_token = $5,
  lease_until = $6
from
  due
where
  ("job"."company_id", "job"."product_id") = ("due"."company_id", "due"."product_id")
returning
  job.*;

----------------------------------------------------------------------------------------------------
-- The queue imports.imports
----------------------------------------------------------------------------------------------------

-- Asks whether a row is due that has to be worked on alone, because processes have died over it.
-- isDue in server/src/platform/leases/alone.ts
/* across companies: a worker takes what is due, whoever it belongs to */
select
  exists (
    select
    from
      "imports"."imports" as job
    where
      job.deaths >= 2
      and job.state in ('QUEUED')
      and job.available_at <= $1
  ) as due;

-- Takes what is due, oldest first: counts the attempt and sets the lease. Rows that another worker holds are skipped.
-- claim in server/src/platform/leases/claim.ts
/* across companies: a worker takes what is due, whoever it belongs to */
with
  due as materialized (
    select
      "job"."company_id",
      "job"."id"
    from
      "imports"."imports" as job
    where
      job.state in ('QUEUED')
      and job.available_at <= $1
      and job.deaths < 2
    order by
      "job"."available_at",
      "job"."id"
    limit
      $2
    for update
      skip locked
  )
update "imports"."imports" as job
set
  state = 'RUNNING',
  attempts = job.attempts + 1,
  lease_token = $3,
  lease_until = $4
from
  due
where
  ("job"."company_id", "job"."id") = ("due"."company_id", "due"."id")
returning
  job.*;

----------------------------------------------------------------------------------------------------
-- The queue incidents.deliveries
----------------------------------------------------------------------------------------------------

-- Asks whether a row is due that has to be worked on alone, because processes have died over it.
-- isDue in server/src/platform/leases/alone.ts
/* across companies: a worker takes what is due, whoever it belongs to */
select
  exists (
    select
    from
      "incidents"."deliveries" as job
    where
      job.deaths >= 2
      and job.state in ('PENDING', 'RETRYING')
      and job.available_at <= $1
      and "job"."transport" = 'primary'
  ) as due;

-- Takes what is due, oldest first: counts the attempt and sets the lease. Rows that another worker holds are skipped.
-- claim in server/src/platform/leases/claim.ts
/* across companies: a worker takes what is due, whoever it belongs to */
with
  due as materialized (
    select
      "job"."id"
    from
      "incidents"."deliveries" as job
    where
      job.state in ('PENDING', 'RETRYING')
      and job.available_at <= $1
      and "job"."transport" = 'primary'
      and job.deaths < 2
    order by
      "job"."available_at",
      "job"."id"
    limit
      $2
    for update
      skip locked
  )
update "incidents"."deliveries" as job
set
  state = 'SENDING',
  attempts = job.attempts + 1,
  lease_token = $3,
  lease_until = $4
from
  due
where
  ("job"."id") = ("due"."id")
returning
  job.*;

----------------------------------------------------------------------------------------------------
-- The queue orders.credits
----------------------------------------------------------------------------------------------------

-- Asks whether a row is due that has to be worked on alone, because processes have died over it.
-- isDue in server/src/platform/leases/alone.ts
/* across companies: a worker takes what is due, whoever it belongs to */
select
  exists (
    select
    from
      "orders"."credits" as job
    where
      job.deaths >= 2
      and job.state in ('WAITING')
      and job.available_at <= $1
  ) as due;

-- Takes what is due, oldest first: counts the attempt and sets the lease. Rows that another worker holds are skipped.
-- claim in server/src/platform/leases/claim.ts
/* across companies: a worker takes what is due, whoever it belongs to */
with
  due as materialized (
    select
      "job"."company_id",
      "job"."id"
    from
      "orders"."credits" as job
    where
      job.state in ('WAITING')
      and job.available_at <= $1
      and job.deaths < 2
      and (
        job.lease_token is null
        or not (
          exists (
            select
            from
              platform.processes p
            where
              p.holder = split_part(job.lease_token, '@', 2)
              and p.died_at is not null
              and p.stopping_at is null
              and p.seen_at <= job.lease_until
          )
          or exists (
            select
            from
              platform.processes p
            where
              p.holder = split_part(job.lease_token, '@', 2)
              and p.died_at is null
              and p.stopping_at is null
              and p.seen_at <= job.lease_until
          )
        )
      )
    order by
      "job"."available_at",
      "job"."id"
    limit
      $2
    for update
      skip locked
  )
update "orders"."credits" as job
set
  available_at = $3,
  attempts = job.attempts + 1,
  lease_token = $4,
  lease_until = $5
from
  due
where
  ("job"."company_id", "job"."id") = ("due"."company_id", "due"."id")
returning
  job.*;

----------------------------------------------------------------------------------------------------
-- The queue payments.payments
----------------------------------------------------------------------------------------------------

-- Asks whether a row is due that has to be worked on alone, because processes have died over it.
-- isDue in server/src/platform/leases/alone.ts
/* across companies: a worker takes what is due, whoever it belongs to */
select
  exists (
    select
    from
      "payments"."payments" as job
    where
      job.deaths >= 2
      and job.state in ('PENDING', 'AUTHORIZED')
      and job.available_at <= $1
  ) as due;

-- Takes what is due, oldest first: counts the attempt and sets the lease. Rows that another worker holds are skipped.
-- claim in server/src/platform/leases/claim.ts
/* across companies: a worker takes what is due, whoever it belongs to */
with
  due as materialized (
    select
      "job"."company_id",
      "job"."id"
    from
      "payments"."payments" as job
    where
      job.state in ('PENDING', 'AUTHORIZED')
      and job.available_at <= $1
      and job.deaths < 2
      and (
        job.lease_token is null
        or not (
          exists (
            select
            from
              platform.processes p
            where
              p.holder = split_part(job.lease_token, '@', 2)
              and p.died_at is not null
              and p.stopping_at is null
              and p.seen_at <= job.lease_until
          )
          or exists (
            select
            from
              platform.processes p
            where
              p.holder = split_part(job.lease_token, '@', 2)
              and p.died_at is null
              and p.stopping_at is null
              and p.seen_at <= job.lease_until
          )
        )
      )
    order by
      "job"."available_at",
      "job"."id"
    limit
      $2
    for update
      skip locked
  )
update "payments"."payments" as job
set
  available_at = $3,
  attempts = job.attempts + 1,
  lease_token = $4,
  lease_until = $5
from
  due
where
  ("job"."company_id", "job"."id") = ("due"."company_id", "due"."id")
returning
  job.*;

----------------------------------------------------------------------------------------------------
-- The queue payments.refunds
----------------------------------------------------------------------------------------------------

-- Asks whether a row is due that has to be worked on alone, because processes have died over it.
-- isDue in server/src/platform/leases/alone.ts
/* across companies: a worker takes what is due, whoever it belongs to */
select
  exists (
    select
    from
      "payments"."refunds" as job
    where
      job.deaths >= 2
      and job.state in ('PENDING')
      and job.available_at <= $1
  ) as due;

-- Takes what is due, oldest first: counts the attempt and sets the lease. Rows that another worker holds are skipped.
-- claim in server/src/platform/leases/claim.ts
/* across companies: a worker takes what is due, whoever it belongs to */
with
  due as materialized (
    select
      "job"."company_id",
      "job"."id"
    from
      "payments"."refunds" as job
    where
      job.state in ('PENDING')
      and job.available_at <= $1
      and job.deaths < 2
      and (
        job.lease_token is null
        or not (
          exists (
            select
            from
              platform.processes p
            where
              p.holder = split_part(job.lease_token, '@', 2)
              and p.died_at is not null
              and p.stopping_at is null
              and p.seen_at <= job.lease_until
          )
          or exists (
            select
            from
              platform.processes p
            where
              p.holder = split_part(job.lease_token, '@', 2)
              and p.died_at is null
              and p.stopping_at is null
              and p.seen_at <= job.lease_until
          )
        )
      )
    order by
      "job"."available_at",
      "job"."id"
    limit
      $2
    for update
      skip locked
  )
update "payments"."refunds" as job
set
  available_at = $3,
  attempts = job.attempts + 1,
  lease_token = $4,
  lease_until = $5
from
  due
where
  ("job"."company_id", "job"."id") = ("due"."company_id", "due"."id")
returning
  job.*;

----------------------------------------------------------------------------------------------------
-- The queue platform.jobs
----------------------------------------------------------------------------------------------------

-- Finds the kinds of jobs that have something due.
-- namesWithWork in server/src/platform/jobs/store.ts
with recursive
  waiting (name) as (
    (
      select
        name
      from
        platform.jobs
      where
        state in ('PENDING', 'RETRYING')
      order by
        name
      limit
        1
    )
    union all
    select
      (
        select
          j.name
        from
          platform.jobs j
        where
          j.state in ('PENDING', 'RETRYING')
          and j.name > waiting.name
        order by
          j.name
        limit
          1
      )
    from
      waiting
    where
      waiting.name is not null
  )
select
  waiting.name
from
  waiting
where
  waiting.name = any ($1)
  and exists (
    select
    from
      platform.jobs j
    where
      j.name = waiting.name
      and j.state in ('PENDING', 'RETRYING')
      and j.available_at <= $2
  );

-- Asks whether a row is due that has to be worked on alone, because processes have died over it.
-- isDue in server/src/platform/leases/alone.ts
/* across companies: a worker takes what is due, whoever it belongs to */
select
  exists (
    select
    from
      "platform"."jobs" as job
    where
      job.deaths >= 2
      and job.state in ('PENDING', 'RETRYING')
      and job.available_at <= $1
      and "job"."name" = 'platform.send_mail'
  ) as due;

begin;

-- Takes what is due, oldest first: counts the attempt and sets the lease. Rows that another worker holds are skipped.
-- claim in server/src/platform/leases/claim.ts
/* across companies: a worker takes what is due, whoever it belongs to */
with
  due as materialized (
    select
      "job"."id"
    from
      "platform"."jobs" as job
    where
      job.state in ('PENDING', 'RETRYING')
      and job.available_at <= $1
      and "job"."name" = 'platform.send_mail'
      and job.deaths < 2
    order by
      "job"."available_at",
      "job"."id"
    limit
      $2
    for update
      skip locked
  )
update "platform"."jobs" as job
set
  state = 'LEASED',
  attempts = job.attempts + 1,
  lease_token = $3,
  lease_until = $4
from
  due
where
  ("job"."id") = ("due"."id")
returning
  job.*;

----------------------------------------------------------------------------------------------------
-- The queue platform.set_aside_events
----------------------------------------------------------------------------------------------------

-- Asks whether an event is due that was set aside.
-- mayBeDue in server/src/platform/outbox/set-aside/set-aside-store.ts
/* across companies: what was set aside of any company is tried again */
select
  exists (
    select
    from
      platform.set_aside_events
    where
      subscription = any ($1::text[])
      and available_at <= $2
  ) as found;

----------------------------------------------------------------------------------------------------
-- The queue platform.subscriptions
----------------------------------------------------------------------------------------------------

-- Takes the place of a subscription in the event log, if there are events for it.
-- claimPlace in server/src/platform/outbox/place.ts
/* across companies: a subscription reads the whole log */
with
  place as materialized (
    select
      job.name,
      job.lease_token as held_by,
      job.deaths,
      h.last_position as head,
      (
        (
          job.lease_token is null
          or exists (
            select
            from
              platform.processes p
            where
              p.holder = split_part(job.lease_token, '@', 2)
              and p.died_at is not null
              and p.stopping_at is not null
          )
          or (
            job.lease_until <= $1
            and not exists (
              select
              from
                platform.processes p
              where
                p.holder = split_part(job.lease_token, '@', 2)
                and p.died_at is not null
                and p.stopping_at is null
                and p.seen_at <= job.lease_until
            )
            and not exists (
              select
              from
                platform.processes p
              where
                p.holder = split_part(job.lease_token, '@', 2)
                and p.died_at is null
                and p.stopping_at is null
                and p.seen_at <= job.lease_until
            )
          )
        )
        or job.lease_token = $2
      ) as is_free
    from
      platform.subscriptions as job
      cross join platform.sequencer h
    where
      job.name = $3
      and (
        job.available_at <= $4
        or (
          job.deaths > 2
          and job.failures = 0
        )
      )
      and (
        h.last_position - job.position > 1000
        or exists (
          select
          from
            platform.events e
          where
            e.position > job.position
            and e.position <= h.last_position
            and e.type = any ($5)
        )
      )
      and set_config('synchronous_commit', 'off', true) is not null
    for update of
      job skip locked
  ),
  claimed as (
    update platform.subscriptions s
    set
      lease_token = $6,
      lease_until = $7,
      attempts = s.attempts + 1,
      available_at = least(s.available_at, $8::timestamptz)
    from
      place
    where
      s.name = place.name
      and place.is_free
      and (place.deaths >= 2) = $9
    returning
      s.*
  )
select
  place.head,
  place.held_by,
  place.is_free,
  claimed.*
from
  place
  left join claimed on true;

-- Takes the place of a subscription in the event log, if there are events for it.
-- claimPlace in server/src/platform/outbox/place.ts
/* across companies: a subscription reads the whole log */
with
  place as materialized (
    select
      job.name,
      job.lease_token as held_by,
      job.deaths,
      h.last_position as head,
      (
        (
          job.lease_token is null
          or exists (
            select
            from
              platform.processes p
            where
              p.holder = split_part(job.lease_token, '@', 2)
              and p.died_at is not null
              and p.stopping_at is not null
          )
          or (
            job.lease_until <= $1
            and not exists (
              select
              from
                platform.processes p
              where
                p.holder = split_part(job.lease_token, '@', 2)
                and p.died_at is not null
                and p.stopping_at is null
                and p.seen_at <= job.lease_until
            )
            and not exists (
              select
              from
                platform.processes p
              where
                p.holder = split_part(job.lease_token, '@', 2)
                and p.died_at is null
                and p.stopping_at is null
                and p.seen_at <= job.lease_until
            )
          )
        )
        or job.lease_token = $2
      ) as is_free
    from
      platform.subscriptions as job
      cross join platform.sequencer h
    where
      job.name = $3
      and (
        job.available_at <= $4
        or (
          job.deaths > 2
          and job.failures = 0
        )
      )
      and h.last_position > job.position
      and set_config('synchronous_commit', 'off', true) is not null
    for update of
      job skip locked
  ),
  claimed as (
    update platform.subscriptions s
    set
      lease_token = $5,
      lease_until = $6,
      attempts = s.attempts + 1,
      available_at = least(s.available_at, $7::timestamptz)
    from
      place
    where
      s.name = place.name
      and place.is_free
      and (place.deaths >= 2) = $8
    returning
      s.*
  )
select
  place.head,
  place.held_by,
  place.is_free,
  claimed.*
from
  place
  left join claimed on true;

-- Takes the place of a subscription in the event log, if there are events for it.
-- claimPlace in server/src/platform/outbox/place.ts
/* across companies: a subscription reads the whole log */
with
  place as materialized (
    select
      job.name,
      job.lease_token as held_by,
      job.deaths,
      h.last_position as head,
      (
        (
          job.lease_token is null
          or exists (
            select
            from
              platform.processes p
            where
              p.holder = split_part(job.lease_token, '@', 2)
              and p.died_at is not null
              and p.stopping_at is not null
          )
          or (
            job.lease_until <= $1
            and not exists (
              select
              from
                platform.processes p
              where
                p.holder = split_part(job.lease_token, '@', 2)
                and p.died_at is not null
                and p.stopping_at is null
                and p.seen_at <= job.lease_until
            )
            and not exists (
              select
              from
                platform.processes p
              where
                p.holder = split_part(job.lease_token, '@', 2)
                and p.died_at is null
                and p.stopping_at is null
                and p.seen_at <= job.lease_until
            )
          )
        )
        or job.lease_token = $2
      ) as is_free
    from
      platform.subscriptions as job
      cross join platform.sequencer h
    where
      job.name = $3
      and (
        job.available_at <= $4
        or false
      )
      and (
        h.last_position - job.position > 1000
        or exists (
          select
          from
            platform.events e
          where
            e.position > job.position
            and e.position <= h.last_position
            and e.type = any ($5)
        )
      )
      and set_config('synchronous_commit', 'off', true) is not null
    for update of
      job skip locked
  ),
  claimed as (
    update platform.subscriptions s
    set
      lease_token = $6,
      lease_until = $7,
      attempts = s.attempts + 1,
      available_at = least(s.available_at, $8::timestamptz)
    from
      place
    where
      s.name = place.name
      and place.is_free
      and (place.deaths >= 2) = $9
    returning
      s.*
  )
select
  place.head,
  place.held_by,
  place.is_free,
  claimed.*
from
  place
  left join claimed on true;

-- Takes the place of a subscription in the event log, if there are events for it.
-- claimPlace in server/src/platform/outbox/place.ts
/* across companies: a subscription reads the whole log */
with
  place as materialized (
    select
      job.name,
      job.lease_token as held_by,
      job.deaths,
      h.last_position as head,
      (
        (
          job.lease_token is null
          or exists (
            select
            from
              platform.processes p
            where
              p.holder = split_part(job.lease_token, '@', 2)
              and p.died_at is not null
              and p.stopping_at is not null
          )
          or (
            job.lease_until <= $1
            and not exists (
              select
              from
                platform.processes p
              where
                p.holder = split_part(job.lease_token, '@', 2)
                and p.died_at is not null
                and p.stopping_at is null
                and p.seen_at <= job.lease_until
            )
            and not exists (
              select
              from
                platform.processes p
              where
                p.holder = split_part(job.lease_token, '@', 2)
                and p.died_at is null
                and p.stopping_at is null
                and p.seen_at <= job.lease_until
            )
          )
        )
        or job.lease_token = $2
      ) as is_free
    from
      platform.subscriptions as job
      cross join platform.sequencer h
    where
      job.name = $3
      and (
        job.available_at <= $4
        or false
      )
      and h.last_position > job.position
      and set_config('synchronous_commit', 'off', true) is not null
    for update of
      job skip locked
  ),
  claimed as (
    update platform.subscriptions s
    set
      lease_token = $5,
      lease_until = $6,
      attempts = s.attempts + 1,
      available_at = least(s.available_at, $7::timestamptz)
    from
      place
    where
      s.name = place.name
      and place.is_free
      and (place.deaths >= 2) = $8
    returning
      s.*
  )
select
  place.head,
  place.held_by,
  place.is_free,
  claimed.*
from
  place
  left join claimed on true;

----------------------------------------------------------------------------------------------------
-- The queue search.searches
----------------------------------------------------------------------------------------------------

-- Asks whether a row is due that has to be worked on alone, because processes have died over it.
-- isDue in server/src/platform/leases/alone.ts
/* across companies: a worker takes what is due, whoever it belongs to */
select
  exists (
    select
    from
      "search"."searches" as job
    where
      job.deaths >= 2
      and job.state in ('RUNNING')
      and job.available_at <= $1
  ) as due;

-- Takes what is due, oldest first: counts the attempt and sets the lease. Rows that another worker holds are skipped.
-- claim in server/src/platform/leases/claim.ts
/* across companies: a worker takes what is due, whoever it belongs to */
with
  due as materialized (
    select
      "job"."company_id",
      "job"."id"
    from
      "search"."searches" as job
    where
      job.state in ('RUNNING')
      and job.available_at <= $1
      and job.deaths < 2
      and (
        job.lease_token is null
        or not (
          exists (
            select
            from
              platform.processes p
            where
              p.holder = split_part(job.lease_token, '@', 2)
              and p.died_at is not null
              and p.stopping_at is null
              and p.seen_at <= job.lease_until
          )
          or exists (
            select
            from
              platform.processes p
            where
              p.holder = split_part(job.lease_token, '@', 2)
              and p.died_at is null
              and p.stopping_at is null
              and p.seen_at <= job.lease_until
          )
        )
      )
    order by
      "job"."available_at",
      "job"."id"
    limit
      $2
    for update
      skip locked
  )
update "search"."searches" as job
set
  available_at = $3,
  attempts = job.attempts + 1,
  lease_token = $4,
  lease_until = $5
from
  due
where
  ("job"."company_id", "job"."id") = ("due"."company_id", "due"."id")
returning
  job.*;

----------------------------------------------------------------------------------------------------
-- The queue standing.orders
----------------------------------------------------------------------------------------------------

-- Asks whether a row is due that has to be worked on alone, because processes have died over it.
-- isDue in server/src/platform/leases/alone.ts
/* across companies: a worker takes what is due, whoever it belongs to */
select
  exists (
    select
    from
      "standing"."orders" as job
    where
      job.deaths >= 2
      and job.state in ('ACTIVE')
      and job.available_at <= $1
  ) as due;

-- Looks at the oldest rows that are due, without those of companies that use all their places or have had their turn.
-- chooseDue in server/src/modules/purchasing/standing/placing/claim-due.ts
/* across companies: a worker takes what is due, whoever it belongs to */
select
  company_id,
  id
from
  standing.orders
where
  state = 'ACTIVE'
  and available_at <= $1
  and company_id <> all ($2::text[])
order by
  available_at,
  id
limit
  $3;

-- Takes what is due, oldest first: counts the attempt and sets the lease. Rows that another worker holds are skipped.
-- claim in server/src/platform/leases/claim.ts
/* across companies: a worker takes what is due, whoever it belongs to */
with
  due as materialized (
    select
      "job"."company_id",
      "job"."id"
    from
      "standing"."orders" as job
    where
      job.state in ('ACTIVE')
      and job.available_at <= $1
      and "job"."id" = any ($2::text[])
      and job.deaths < 2
      and (
        job.lease_token is null
        or not (
          exists (
            select
            from
              platform.processes p
            where
              p.holder = split_part(job.lease_token, '@', 2)
              and p.died_at is not null
              and p.stopping_at is null
              and p.seen_at <= job.lease_until
          )
          or exists (
            select
            from
              platform.processes p
            where
              p.holder = split_part(job.lease_token, '@', 2)
              and p.died_at is null
              and p.stopping_at is null
              and p.seen_at <= job.lease_until
          )
        )
      )
    order by
      "job"."available_at",
      "job"."id"
    limit
      $3
    for update
      skip locked
  )
update "standing"."orders" as job
set
  available_at = $4,
  attempts = job.attempts + 1,
  lease_token = $5,
  lease_until = $6
from
  due
where
  ("job"."company_id", "job"."id") = ("due"."company_id", "due"."id")
returning
  job.*;

----------------------------------------------------------------------------------------------------
-- The queue support.tickets
----------------------------------------------------------------------------------------------------

-- Asks whether a row is due that has to be worked on alone, because processes have died over it.
-- isDue in server/src/platform/leases/alone.ts
/* across companies: a worker takes what is due, whoever it belongs to */
select
  exists (
    select
    from
      "support"."tickets" as job
    where
      job.deaths >= 2
      and job.state in ('OPEN', 'PENDING_AGENT', 'RESOLVED')
      and job.available_at <= $1
  ) as due;

-- Takes what is due, oldest first: counts the attempt and sets the lease. Rows that another worker holds are skipped.
-- claim in server/src/platform/leases/claim.ts
/* across companies: a worker takes what is due, whoever it belongs to */
with
  due as materialized (
    select
      "job"."company_id",
      "job"."id"
    from
      "support"."tickets" as job
    where
      job.state in ('OPEN', 'PENDING_AGENT', 'RESOLVED')
      and job.available_at <= $1
      and job.deaths < 2
      and (
        job.lease_token is null
        or not (
          exists (
            select
            from
              platform.processes p
            where
              p.holder = split_part(job.lease_token, '@', 2)
              and p.died_at is not null
              and p.stopping_at is null
              and p.seen_at <= job.lease_until
          )
          or exists (
            select
            from
              platform.processes p
            where
              p.holder = split_part(job.lease_token, '@', 2)
              and p.died_at is null
              and p.stopping_at is null
              and p.seen_at <= job.lease_until
          )
        )
      )
    order by
      "job"."available_at",
      "job"."id"
    limit
      $2
    for update
      skip locked
  )
update "support"."tickets" as job
set
  available_at = $3,
  attempts = job.attempts + 1,
  lease_token = $4,
  lease_until = $5
from
  due
where
  ("job"."company_id", "job"."id") = ("due"."company_id", "due"."id")
returning
  job.*;

----------------------------------------------------------------------------------------------------
-- The queue webhooks.deliveries
----------------------------------------------------------------------------------------------------

-- Asks whether a row is due that has to be worked on alone, because processes have died over it.
-- isDue in server/src/platform/leases/alone.ts
/* across companies: a worker takes what is due, whoever it belongs to */
select
  exists (
    select
    from
      "webhooks"."deliveries" as job
    where
      job.deaths >= 2
      and job.state in ('PENDING', 'RETRYING')
      and job.available_at <= $1
  ) as due;

begin;

set local enable_sort = off;

-- Locks what is due, oldest first, by the index. Rows that another worker holds are skipped.
-- read in server/src/platform/leases/claimer.ts
/* across companies: a worker takes what is due, whoever it belongs to */
select
  "job"."company_id",
  "job"."id",
  job.available_at,
  job.ctid::text
from
  "webhooks"."deliveries" as job
where
  job.state in ('PENDING', 'RETRYING')
  and job.available_at <= $1
  and job.deaths < 2
order by
  "job"."available_at",
  "job"."id"
limit
  $2
for update
  skip locked;

set local enable_sort = on;

-- Takes the locked rows: counts the attempt and sets the lease.
-- take in server/src/platform/leases/claimer.ts
/* across companies: a worker takes what is due, whoever it belongs to */
update "webhooks"."deliveries" as job
set
  state = 'LEASED',
  attempts = job.attempts + 1,
  lease_token = $1,
  lease_until = $2
where
  job.ctid = any ($3::text[]::tid[])
  and "job"."id" >= $4
  and "job"."id" <= $5
  and "job"."id" = any ($6::text[])
returning
  "job"."company_id",
  "job"."id",
  "job"."deaths",
  "job"."event_id";

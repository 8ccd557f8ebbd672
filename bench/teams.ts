/**
 * A system with 10,000 teams and 100,000 users against the same with 60 of each: the lists of system administrators, and what
 * a browser reads after sign-in and on opening a team. `ratio` is the median time before divided by that after; the
 * target is at least 0.8.
 */
import pg from 'pg'
import { p50, p99, type Result, times } from './load.ts'
import { call, type World } from './world.ts'

export const teamsName = 'teams'

const requests = 200
/** A full page, and many. */
const few = 60
const many = { teams: 10_000, users: 100_000 }

/** What is measured, by the rest of its name. */
function workOf(world: World): Record<string, () => Promise<unknown>> {
  const get = (path: string) => () => call(world, 'GET', path)
  return {
    'first page of teams': get('/sysAdmin/teams?limit=50'),
    'latest teams': get('/sysAdmin/teams?limit=50&sort=created&direction=desc'),
    'search of teams': get('/sysAdmin/teams?limit=50&search=bench'),
    'first page of users': get('/sysAdmin/users?limit=50'),
    'search of users': get('/sysAdmin/users?limit=50&search=bench@example'),
    'own teams after sign-in': get('/users/byAuthProvider/me?needData=1'),
    'opening a team': get(`/teams/${world.teamId}`),
  }
}

export async function measureTeams(
  world: World,
  isSelected: (name: string) => boolean,
  report: (result: Result) => void,
): Promise<void> {
  const selected = Object.entries(workOf(world)).filter(([name]) => isSelected(`${teamsName}, ${name}`))
  if (selected.length === 0) return
  const measure = async () => {
    const measured = new Map<string, number[]>()
    for (const [name, work] of selected) {
      await times(50, work)
      measured.set(name, await times(requests, work))
    }
    return measured
  }
  await addTeams(world, few, few)
  const first = await measure()
  await addTeams(world, many.teams, many.users)
  const last = await measure()
  for (const [name] of selected) {
    const [before, after] = [first.get(name)!, last.get(name)!]
    report({
      name: `${teamsName}, ${name}`,
      ratio: p50(before) / p50(after),
      reqPerSec: 1000 / p50(after),
      p50: p50(after),
      p99: p99(after),
      baseline: { reqPerSec: 1000 / p50(before), p50: p50(before), p99: p99(before) },
    })
  }
}

/** Rows of teams without schemas, which these reads do not touch; ten users each. */
async function addTeams({ databaseUrl }: World, teams: number, users: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `insert into muster.team (name, description)
     select 'Club ' || n, 'Number ' || n from generate_series(1, ${teams}) n`,
  )
  await client.query(
    `insert into muster.app_user (name, email, email_verified, last_sign_in_at)
     select 'Person ' || n, 'person' || n || '.${users}@example.org', true, now() - make_interval(mins => n)
     from generate_series(1, ${users}) n`,
  )
  await client.query(
    `with clubs as (select id, row_number() over (order by id) as n from muster.team where name like 'Club %'),
       persons as (select id, row_number() over (order by id) as n from muster.app_user where name like 'Person %')
     insert into muster.team_user (team_id, user_id, first_name, last_name, activated_at)
     select c.id, p.id, 'Person', p.n::text, now()
     from persons p join clubs c on c.n = 1 + (p.n % ${teams})
     on conflict do nothing`,
  )
  // Also merges the pending entries of the search indexes, as autovacuum does after bulk inserts.
  await client.query('vacuum analyze muster.team, muster.app_user, muster.team_user')
  await client.end()
}

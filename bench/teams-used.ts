/**
 * Whether the server's memory grows while 2,000 teams are used by turns: each turn opens every team and reads a page of
 * its records. `ratio` is the memory after the second turn divided by that after the last; flat is 1. The model cache
 * holds fewer teams than that, so that each is read again on every turn.
 */
import { p50, p99, type Result, times } from './load.ts'
import { call, memory, type World } from './world.ts'

export const teamsUsedName = 'teams, memory of many used by turns'

const turns = 6

interface UsedTeam {
  teamId: number
  dataCollectionId: number
}

export async function measureTeamsUsed(world: World, count: number): Promise<Result> {
  const teams: UsedTeam[] = []
  for (let n = 0; n < count; n++) teams.push(await createTeam(world, n))
  const durations: number[][] = []
  const used: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    durations.push(await times(count, (n) => useTeam(world, teams[n] as UsedTeam)))
    used.push(memory(world.server.pid as number)?.now ?? 0)
  }
  console.log(`${teamsUsedName}: ${used.join(', ')} MB after each of ${turns} turns of ${count} teams`)
  const [second, last] = [durations[1] as number[], durations.at(-1) as number[]]
  return {
    name: teamsUsedName,
    ratio: (used[1] as number) / (used.at(-1) as number),
    reqPerSec: 1000 / p50(last),
    p50: p50(last),
    p99: p99(last),
    baseline: { reqPerSec: 1000 / p50(second), p50: p50(second), p99: p99(second) },
  }
}

/** A team with a collection of three fields and a record. */
async function createTeam(world: World, n: number): Promise<UsedTeam> {
  const { teamId } = await call<{ teamId: number }>(world, 'POST', '/sysAdmin/teams', { name: `Used ${n}` })
  const collections = `/teams/${teamId}/dataCollections`
  const { id, DataFields } = await call<{ id: number; DataFields: { columnName: string }[] }>(
    world,
    'POST',
    collections,
    { name: 'Guest', pluralName: 'Guests' },
  )
  for (const dataType of ['plain_text', 'number', 'date']) {
    await call(world, 'POST', `${collections}/${id}/dataFields`, {
      title: `A ${dataType}`,
      columnName: `a_${dataType}`,
      dataType,
    })
  }
  const [name] = DataFields
  await call(world, 'POST', `${collections}/${id}/dataRecords`, {
    values: { [name?.columnName ?? 'name']: 'Ada Lovelace', a_number: n },
  })
  return { teamId, dataCollectionId: id }
}

async function useTeam(world: World, { teamId, dataCollectionId }: UsedTeam): Promise<void> {
  await call(world, 'GET', `/teams/${teamId}`)
  await call(world, 'POST', `/teams/${teamId}/dataCollections/${dataCollectionId}/dataRecords/query`, {})
}

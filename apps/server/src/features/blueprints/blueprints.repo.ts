/** SQL for designs that other teams offer. */
import type { Blueprint } from '@muster/contract/blueprints/blueprints.schema'
import { type Executor, rows, sql } from '../../platform/db.ts'

/** Whether every team may copy a collection. */
const isOffered = sql`c.is_blueprint and c.blueprint_marketplace_price is not null and c.parent_id is null
  and c.deleted_at is null and not c.is_internal_configuration and not c.is_used_as_custom_list`

export function offeredBlueprints(executor: Executor, exceptTeamId: number): Promise<Blueprint[]> {
  return rows<Blueprint>(
    executor,
    sql`select c.team_id as "idTeam", t.name as "teamName", c.id as "dataCollectionId", c.name,
          c.plural_name as "pluralName", c.description, c.icon, c.is_blueprint as "isBlueprint",
          case when c.blueprint_marketplace_price > 0 then json_build_object(
            'amount', c.blueprint_marketplace_price, 'currency', c.blueprint_marketplace_currency) end as price,
          (select count(*)::int from muster.data_field f
            where f.data_collection_id = c.id and f.deleted_at is null) as "fieldCount"
        from muster.data_collection c join muster.team t on t.id = c.team_id
        where c.team_id <> ${exceptTeamId} and ${isOffered} order by lower(c.plural_name), c.id limit 500`,
  )
}

export async function teamNameOfOffered(
  executor: Executor,
  teamId: number,
  dataCollectionId: number,
): Promise<string | null> {
  const [row] = await rows<{ name: string }>(
    executor,
    sql`select t.name from muster.data_collection c join muster.team t on t.id = c.team_id
        where c.team_id = ${teamId} and c.id = ${dataCollectionId} and ${isOffered}`,
  )
  return row?.name ?? null
}

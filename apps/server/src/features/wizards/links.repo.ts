/** Links of wizards to collections, and external access links. */
import type { ExternalAccessLink, SaveAccessLink, WizardLink } from '@muster/contract/wizards/wizards.schema'
import { type Executor, one, rows, run, sql, type Transaction } from '../../platform/db.ts'

const linkColumns = sql`l.id, l.data_wizard_id as "dataWizardId", l.data_collection_id as "dataCollectionId",
  w.name as "wizardName", l.type, l.description, l.icon, l.show_in_row_action_menus as "showInRowActionMenus"`

export function findLinks(
  executor: Executor,
  teamId: number,
  {
    id = null,
    dataCollectionId = null,
    dataWizardId = null,
  }: {
    id?: number | null
    dataCollectionId?: number | null
    dataWizardId?: number | null
  },
): Promise<WizardLink[]> {
  return rows<WizardLink>(
    executor,
    sql`select ${linkColumns} from muster.wizard_link l join muster.data_wizard w on w.id = l.data_wizard_id
        where l.team_id = ${teamId} and w.deleted_at is null
          and (${id}::bigint is null or l.id = ${id}::bigint)
          and (${dataCollectionId}::bigint is null or l.data_collection_id = ${dataCollectionId}::bigint)
          and (${dataWizardId}::bigint is null or l.data_wizard_id = ${dataWizardId}::bigint)
        order by lower(w.name), l.id`,
  )
}

export async function insertLink(
  client: Transaction,
  teamId: number,
  link: Omit<WizardLink, 'id' | 'wizardName'>,
): Promise<number> {
  const row = await one<{ id: number }>(
    client,
    sql`insert into muster.wizard_link (team_id, data_wizard_id, data_collection_id, type, description, icon,
          show_in_row_action_menus)
        values (${teamId}, ${link.dataWizardId}, ${link.dataCollectionId}, ${link.type}, ${link.description},
          ${link.icon}, ${link.showInRowActionMenus}) returning id`,
  )
  return row!.id
}

export async function updateLinkRow(client: Transaction, teamId: number, link: WizardLink): Promise<void> {
  await run(
    client,
    sql`update muster.wizard_link set type = ${link.type}, description = ${link.description}, icon = ${link.icon},
          show_in_row_action_menus = ${link.showInRowActionMenus}
        where id = ${link.id} and team_id = ${teamId}`,
  )
}

export async function deleteLink(client: Transaction, teamId: number, id: number): Promise<void> {
  await run(client, sql`delete from muster.wizard_link where id = ${id} and team_id = ${teamId}`)
}

const accessColumns = sql`l.id, l.data_wizard_id as "dataWizardId", l.data_collection_id as "dataCollectionId",
  l.sms_field_id as "smsDataFieldId", l.email_field_id as "emailDataFieldId", l.generation`

export function findAccessLinks(
  executor: Executor,
  teamId: number,
  { id = null, dataWizardId = null }: { id?: number | null; dataWizardId?: number | null },
): Promise<ExternalAccessLink[]> {
  return rows<ExternalAccessLink>(
    executor,
    sql`select ${accessColumns} from muster.external_access_link l
          join muster.data_wizard w on w.id = l.data_wizard_id
        where l.team_id = ${teamId} and w.deleted_at is null
          and (${id}::bigint is null or l.id = ${id}::bigint)
          and (${dataWizardId}::bigint is null or l.data_wizard_id = ${dataWizardId}::bigint)
        order by l.id`,
  )
}

export async function insertAccessLink(
  client: Transaction,
  teamId: number,
  dataWizardId: number,
  link: SaveAccessLink,
): Promise<number> {
  const row = await one<{ id: number }>(
    client,
    sql`insert into muster.external_access_link (team_id, data_wizard_id, data_collection_id, sms_field_id, email_field_id)
        values (${teamId}, ${dataWizardId}, ${link.dataCollectionId}, ${link.smsDataFieldId}, ${link.emailDataFieldId})
        returning id`,
  )
  return row!.id
}

export async function updateAccessLinkRow(
  client: Transaction,
  teamId: number,
  link: ExternalAccessLink,
): Promise<void> {
  await run(
    client,
    sql`update muster.external_access_link set data_collection_id = ${link.dataCollectionId},
          sms_field_id = ${link.smsDataFieldId}, email_field_id = ${link.emailDataFieldId},
          generation = ${link.generation}
        where id = ${link.id} and team_id = ${teamId}`,
  )
}

export async function deleteAccessLink(client: Transaction, teamId: number, id: number): Promise<void> {
  await run(client, sql`delete from muster.external_access_link where id = ${id} and team_id = ${teamId}`)
}

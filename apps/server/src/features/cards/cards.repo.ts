/** SQL that changes cards and card groups. They are read with the team's model. */
import type { CardField, CreateCard, CreateGroup } from '@muster/contract/cards/cards.schema'
import { ident, join, one, run, type Sql, sql, type Transaction } from '../../platform/db.ts'

const cardColumns = {
  title: 'title',
  titleTranslations: 'title_translations',
  subtitle: 'subtitle',
  subtitleTranslations: 'subtitle_translations',
  description: 'description',
  descriptionTranslations: 'description_translations',
  cardType: 'card_type',
  displayWidth: 'display_width',
  sourceDataFieldId: 'source_field_id',
  isReverse: 'is_reverse',
} as const
const groupColumns = { name: 'name', nameTranslations: 'name_translations', icon: 'icon' } as const

type CardRow = Pick<CreateCard, keyof typeof cardColumns>

export async function insertCard(
  client: Transaction,
  teamId: number,
  dataCollectionId: number,
  card: CardRow,
): Promise<number> {
  const names = Object.keys(cardColumns) as (keyof typeof cardColumns)[]
  const row = await one<{ id: number }>(
    client,
    sql`insert into muster.data_card (team_id, data_collection_id, ${join(names.map((name) => ident(cardColumns[name])))})
        values (${teamId}, ${dataCollectionId}, ${join(names.map((name) => sql`${columnValue(card[name])}`))})
        returning id`,
  )
  return row!.id
}

export async function updateCardRow(
  client: Transaction,
  id: number,
  changes: Partial<CardRow>,
): Promise<void> {
  const assignments = assignmentsOf(changes, cardColumns)
  if (assignments.length > 0)
    await run(client, sql`update muster.data_card set ${join(assignments)} where id = ${id}`)
}

export async function deleteCard(client: Transaction, id: number): Promise<void> {
  await run(client, sql`delete from muster.data_card where id = ${id}`)
}

/** Replaces the card's fields, of its columns or of its other list. */
export async function setCardFields(
  client: Transaction,
  cardId: number,
  isColumn: boolean,
  fields: readonly CardField[],
): Promise<void> {
  await run(
    client,
    sql`delete from muster.data_card_field where data_card_id = ${cardId} and is_column = ${isColumn}`,
  )
  if (fields.length === 0) return
  await run(
    client,
    sql`insert into muster.data_card_field (data_card_id, data_field_id, is_column, rank, display_width)
        select ${cardId}, (f->>'dataFieldId')::bigint, ${isColumn}, n, f->>'displayWidth'
        from jsonb_array_elements(${JSON.stringify(fields)}::jsonb) with ordinality e (f, n)`,
  )
}

/** Removes the card from other groups, and appends it to new ones. */
export async function setGroupsOfCard(
  client: Transaction,
  cardId: number,
  groupIds: readonly number[],
): Promise<void> {
  await run(
    client,
    sql`delete from muster.data_card_group_card
        where data_card_id = ${cardId} and not data_card_group_id = any(${groupIds}::bigint[])`,
  )
  await run(
    client,
    sql`insert into muster.data_card_group_card (data_card_group_id, data_card_id, rank)
        select g.id, ${cardId}, (select coalesce(max(rank), 0) + 1 from muster.data_card_group_card o
          where o.data_card_group_id = g.id)
        from unnest(${groupIds}::bigint[]) g (id)
        on conflict do nothing`,
  )
}

export async function insertGroup(
  client: Transaction,
  teamId: number,
  { dataCollectionId, name, nameTranslations, icon }: CreateGroup,
): Promise<number> {
  const row = await one<{ id: number }>(
    client,
    sql`insert into muster.data_card_group (team_id, data_collection_id, name, name_translations, icon, display_rank)
        values (${teamId}, ${dataCollectionId}, ${name}, ${columnValue(nameTranslations)}, ${icon},
          (select coalesce(max(display_rank), 0) + 1 from muster.data_card_group
            where data_collection_id = ${dataCollectionId}))
        returning id`,
  )
  return row!.id
}

export async function updateGroupRow(
  client: Transaction,
  id: number,
  changes: Partial<Record<keyof typeof groupColumns, unknown>>,
): Promise<void> {
  const assignments = assignmentsOf(changes, groupColumns)
  if (assignments.length > 0)
    await run(client, sql`update muster.data_card_group set ${join(assignments)} where id = ${id}`)
}

/** Sets the cards of the group, in this order. */
export async function setCardsOfGroup(
  client: Transaction,
  groupId: number,
  cardIds: readonly number[],
): Promise<void> {
  await run(
    client,
    sql`delete from muster.data_card_group_card
        where data_card_group_id = ${groupId} and not data_card_id = any(${cardIds}::bigint[])`,
  )
  await run(
    client,
    sql`insert into muster.data_card_group_card (data_card_group_id, data_card_id, rank)
        select ${groupId}, e.id, e.n from unnest(${cardIds}::bigint[]) with ordinality e (id, n)
        on conflict (data_card_group_id, data_card_id) do update set rank = excluded.rank`,
  )
}

export async function deleteGroup(client: Transaction, id: number): Promise<void> {
  await run(client, sql`delete from muster.data_card_group where id = ${id}`)
}

/** Ranks 1, 2, 3 … in the order given. */
export async function setGroupRanks(client: Transaction, groupIds: readonly number[]): Promise<void> {
  await run(
    client,
    sql`update muster.data_card_group g set display_rank = e.n
        from unnest(${groupIds}::bigint[]) with ordinality e (id, n) where g.id = e.id`,
  )
}

function assignmentsOf(
  changes: Readonly<Record<string, unknown>>,
  columns: Readonly<Record<string, string>>,
): Sql[] {
  return Object.entries(changes).flatMap(([key, value]) => {
    const column = columns[key]
    return column === undefined || value === undefined ? [] : [sql`${ident(column)} = ${columnValue(value)}`]
  })
}

function columnValue(value: unknown): unknown {
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : value
}

/** The page of a record: the record, its card groups and their lists, each read with the caller's rights. */

import {
  type CreateCard,
  type LinkedQuery,
  linkedPageSize,
  type ShownCard,
  type ShownGroup,
} from '@muster/contract/cards/cards.schema'
import { AppError } from '@muster/contract/errors'
import { decodeCursor, detailSql, encodeCursor, prepared } from '../../engine/public.sql.ts'
import {
  collectionOf,
  type Deps,
  Homes,
  homeAccess,
  homeContext,
  recordDetail,
  scopeOf,
  type TeamModel,
} from '../../engine/public.ts'
import { join, queryText, rawSql, sql } from '../../platform/db.ts'
import { RawJson } from '../../platform/http/bind.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { cardOf } from './cards.service.ts'
import { checkCard } from './check-card.ts'
import { linkedPageSql, linkedResult, linkedSelection, orderOfLinks } from './linked.sql.ts'
import {
  type CardDefinition,
  definitionOf,
  linkSourceOf,
  shownCard,
  shownGroups,
  shownLinkBacks,
} from './shown.ts'

export class RecordPages {
  private readonly deps: Deps
  private readonly homes: Homes

  constructor(deps: Deps) {
    this.deps = deps
    this.homes = new Homes(deps.pool)
  }

  /** Runs one statement, whatever the cards list. @throws AppError not_found */
  async page(teamUser: TeamUser, recordId: number, groupId: number | undefined): Promise<RawJson> {
    const model = await this.deps.models.get(teamUser.teamId)
    const text = await this.homes.find(model, recordId, (homeId) =>
      this.read(model, teamUser, homeId, recordId, groupId),
    )
    if (text === null) throw new AppError('not_found')
    return new RawJson(text)
  }

  private async read(
    model: TeamModel,
    teamUser: TeamUser,
    homeId: number,
    recordId: number,
    groupId: number | undefined,
  ): Promise<string | null> {
    const tree = homeContext({ model, caller: teamUser }, homeId)
    const { access } = tree
    const { groups, linkBacks, json } = groupsOf(model, teamUser, homeId)
    // Groups of descendant collections come last; whether the record belongs to them is not known yet.
    const group = groupId === undefined ? groups[0] : groups.find(({ id }) => id === groupId)
    const cards = (group?.dataCards ?? linkBacks.slice(0, aliases.length)).filter(
      ({ source }) => source?.kind === 'records',
    )
    const statement = prepared(access, `record page ${group?.id ?? 'none'}`, { id: recordId }, ({ id }) => {
      const detail = detailSql(scopeOf(tree), id)
      const lists = cards.map((card) => {
        const selection = linkedSelection(model, teamUser, linkSourceOf(model, card)!, id, { sort: [] })
        return sql`(${linkedPageSql(selection, { fields: columnsOf(model, card), limit: linkedPageSize }, null)})`
      })
      const sources = [sql`(${detail}) record`, ...lists.map((list, at) => sql`${list} ${aliases[at]!}`)]
      return sql`select * from ${join(sources)}`
    })
    const [row] = await queryText(this.deps.pool, statement)
    if (!row) return null
    const linked = cards.map((card, at) => {
      const order = orderOfLinks(linkSourceOf(model, card)!, [])
      const cells = row.slice(1 + at * 4, 5 + at * 4)
      return `"${card.id}":${linkedResult(cells, (last) => encodeCursor(order, last))}`
    })
    return (
      `{"record":${row[0]},${json},"dataCardGroupId":${group?.id ?? null},` +
      `"linkedRecords":{${linked.join()}}}`
    )
  }

  /** @throws AppError not_found, filter_invalid, cursor_invalid */
  async linkedRecords(teamUser: TeamUser, cardId: number, query: LinkedQuery): Promise<RawJson> {
    const model = await this.deps.models.get(teamUser.teamId)
    const card = shownCard(model, teamUser, definitionOf(cardOf(model, cardId)))
    if (!card) throw new AppError('not_found')
    await this.checkRecord(model, teamUser, card, query.dataRecordId)
    return new RawJson(await this.list(model, teamUser, card, query))
  }

  private async list(
    model: TeamModel,
    teamUser: TeamUser,
    card: ShownCard,
    query: LinkedQuery,
  ): Promise<string> {
    const source = linkSourceOf(model, card)
    if (!source) throw new AppError('not_found')
    const selection = linkedSelection(model, teamUser, source, query.dataRecordId, query)
    const order = orderOfLinks(source, query.sort)
    const after = query.cursor === undefined ? null : decodeCursor(order, selection.order, query.cursor)
    const statement = linkedPageSql(selection, { fields: columnsOf(model, card), limit: query.limit }, after)
    const [row] = await queryText(this.deps.pool, statement, false)
    return linkedResult(row!, (last) => encodeCursor(order, last))
  }

  /** Callers who may not see the record may not see what its card lists either. */
  private async checkRecord(
    model: TeamModel,
    teamUser: TeamUser,
    card: Pick<CardDefinition, 'dataCollectionId'>,
    recordId: number,
  ): Promise<void> {
    const context = { model, caller: teamUser, executor: this.deps.pool }
    const detail = await recordDetail(homeContext(context, card.dataCollectionId), recordId)
    if (detail === null) throw new AppError('not_found')
  }

  /** @throws AppError not_found, validation_failed for an invalid card */
  async preview(teamUser: TeamUser, input: CreateCard, recordId: number): Promise<RawJson> {
    const model = await this.deps.models.get(teamUser.teamId)
    const { dataCardGroupIds: _ids, ...rest } = input
    const definition: CardDefinition = { ...rest, id: newCardId }
    collectionOf(model, definition.dataCollectionId)
    checkCard(model, definition)
    await this.checkRecord(model, teamUser, definition, recordId)
    const card = shownCard(model, teamUser, definition)
    const isListing = card?.source?.kind === 'records'
    const query = { dataRecordId: recordId, sort: [], limit: linkedPageSize }
    const linked = card && isListing ? await this.list(model, teamUser, card, query) : 'null'
    return new RawJson(`{"dataCard":${JSON.stringify(card)},"linkedRecords":${linked}}`)
  }
}

/** Id of a card that is not saved yet; no stored card has it. */
const newCardId = Number.MAX_SAFE_INTEGER

/** Aliases for the lists in one statement. */
const aliases = Array.from({ length: 100 }, (_, at) => rawSql(`c${at}`))

interface Shown {
  groups: ShownGroup[]
  linkBacks: ShownCard[]
  /** Both, as keys of the answer. */
  json: string
}

const groupsByAccess = new WeakMap<object, Shown>()

/** Cached by access object: like it, a reader's groups depend only on the model and their roles. */
function groupsOf(model: TeamModel, teamUser: TeamUser, homeId: number): Shown {
  const access = homeAccess(model, teamUser, homeId)
  const cached = groupsByAccess.get(access)
  if (cached) return cached
  const groups = shownGroups(model, teamUser, homeId)
  const linkBacks = shownLinkBacks(model, teamUser, homeId)
  const json = `"dataCardGroups":${JSON.stringify(groups)},"linkBacks":${JSON.stringify(linkBacks)}`
  const made = { groups, linkBacks, json }
  groupsByAccess.set(access, made)
  return made
}

function columnsOf(model: TeamModel, card: ShownCard): string[] {
  return [...card.fieldsShown, ...card.fieldsShownAsColumns].flatMap(
    ({ dataFieldId }) => model.fields.get(dataFieldId)?.columnName ?? [],
  )
}

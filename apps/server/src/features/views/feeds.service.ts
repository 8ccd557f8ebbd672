/** Calendar feeds: secret URLs at which calendar programs read a view with its creator's permissions. */

import crypto from 'node:crypto'
import { AppError } from '@muster/contract/errors'
import { viewTypes } from '@muster/contract/views/types/index'
import { type CalendarResult, displayOptionsSchema } from '@muster/contract/views/views.schema'
import { selectionOf } from '../../engine/public.sql.ts'
import { type Deps, requireExport, scopeOf, treeContext, withFreshModel } from '../../engine/public.ts'
import type { Authenticator, TeamUser } from '../../platform/http/context.ts'
import { calendarSql } from './calendar.sql.ts'
import { fileDays } from './calendar-days.ts'
import { calendarFile } from './calendar-file.ts'
import { dropFeed, putFeed, readFeed, useFeed } from './feeds.repo.ts'
import { presentView } from './present-view.ts'
import { oneText } from './view-records.service.ts'
import { viewOf } from './views.service.ts'

const tokenBytes = 24

type FeedDeps = Pick<Deps, 'pool' | 'models' | 'config'>

export class Feeds {
  private readonly deps: FeedDeps
  private readonly authenticator: Pick<Authenticator, 'teamUser'>

  constructor(deps: FeedDeps, authenticator: Pick<Authenticator, 'teamUser'>) {
    this.deps = deps
    this.authenticator = authenticator
  }

  /** @throws AppError not_found */
  async get(teamUser: TeamUser, viewId: number) {
    viewOf(await this.deps.models.get(teamUser.teamId), teamUser, viewId)
    return { feed: (await readFeed(this.deps.pool, viewId, teamUser.teamUserId)) ?? null }
  }

  /**
   * One URL per person and view; replaces an earlier one.
   * @throws AppError not_found, access_denied, validation_failed
   */
  async create(teamUser: TeamUser, viewId: number): Promise<{ url: string }> {
    const { teamId, teamUserId } = teamUser
    const model = await this.deps.models.get(teamId)
    const view = viewOf(model, teamUser, viewId)
    requireExport(model, teamUser)
    if (viewTypes[view.type].reads !== 'events') {
      throw new AppError('validation_failed', { errors: [{ path: 'dataViewId', code: 'wrong_type' }] })
    }
    const token = crypto.randomBytes(tokenBytes).toString('base64url')
    await putFeed(this.deps.pool, { teamId, viewId, teamUserId, tokenHash: hashOf(token) })
    return { url: `${this.deps.config.publicUrl}/api/public/feeds/${token}.ics` }
  }

  /** @throws AppError not_found */
  async remove(teamUser: TeamUser, viewId: number): Promise<undefined> {
    viewOf(await this.deps.models.get(teamUser.teamId), teamUser, viewId)
    await dropFeed(this.deps.pool, viewId, teamUser.teamUserId)
    return undefined
  }

  /**
   * The calendar as the feed's creator sees it now.
   * @throws AppError not_found, also if they have lost access; access_denied if they may not export any more
   */
  async read(token: string): Promise<string> {
    const feed = await useFeed(this.deps.pool, hashOf(token))
    if (!feed) throw new AppError('not_found')
    const teamUser = await this.authenticator.teamUser(feed.userId, feed.teamId)
    if (!teamUser) throw new AppError('not_found')
    return withFreshModel(this.deps.models, feed.teamId, () => this.write(teamUser, feed.viewId))
  }

  private async write(teamUser: TeamUser, viewId: number): Promise<string> {
    const { pool, models, config } = this.deps
    const model = await models.get(teamUser.teamId)
    const stored = model.views.get(viewId)
    const view = stored && presentView(model, teamUser, stored)
    if (!view) throw new AppError('not_found')
    requireExport(model, teamUser)
    const scope = scopeOf(treeContext({ model, caller: teamUser }, view.dataCollectionId))
    const column = (id: number | null): string | undefined => {
      const name = id === null ? undefined : model.fields.get(id)?.columnName
      return name !== undefined && scope.access.fields.has(name) ? name : undefined
    }
    const start = column(view.eventStartDataFieldId)
    if (!start) throw new AppError('not_found')
    const selection = selectionOf(scope, {
      filter: view.filter ?? undefined,
      search: undefined,
      sort: [],
      deleted: false,
    })
    const { isYearly } = displayOptionsSchema.parse(view.displayOptions)
    const columns = {
      start,
      end: column(view.eventEndDataFieldId),
      allDay: column(view.allDayDataFieldId),
      onlyStart: column(view.onlyShowOnStartDateDataFieldId),
      name: column(view.recordNameDataFieldId),
      isYearly: false,
    }
    const text = await oneText(pool, calendarSql(selection, columns, fileDays(isYearly), 'any'))
    return calendarFile({
      teamId: model.teamId,
      viewId,
      title: view.internalName,
      timeZone: model.timeZone,
      isYearly,
      events: (JSON.parse(text) as CalendarResult).events,
      urlOf: (id) => `${config.publicUrl}/team-${model.teamId}/data-records/${id}`,
    })
  }
}

const hashOf = (token: string): Buffer => crypto.createHash('sha256').update(token).digest()

/** Endpoints for visitors of public views. */

import type { Language } from '@muster/contract/paging'
import type { viewsApi } from '@muster/contract/views/views.api'
import { type CalendarResult, displayOptionsSchema } from '@muster/contract/views/views.schema'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../../../engine/public.ts'
import type { Handlers } from '../../../platform/http/bind.ts'
import type { PublicContext } from '../../../platform/http/context.ts'
import {
  disposition,
  FileStore,
  sendFile,
  sendThumbnail,
  sendWebPicture,
  Thumbnails,
  WebPictures,
} from '../../files/public.ts'
import { fileDays } from '../calendar-days.ts'
import { calendarFile } from '../calendar-file.ts'
import { oneText } from '../view-records.service.ts'
import { csvStream, jsonStream } from './downloads.ts'
import { ownUrls, viewUrlOf } from './item-urls.ts'
import { publicAddressOf, publicFileOf } from './public-files.ts'
import { PublicViewService, publicCalendarSql, type Visit } from './public-view.service.ts'
import { sendCacheable } from './response-cache.ts'

type PublicNames = Extract<keyof typeof viewsApi, `public${string}`>
type PublicApi = Pick<typeof viewsApi, PublicNames>

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  ics: 'text/calendar; charset=utf-8',
}

export function publicViewRoutes(deps: Deps): Handlers<PublicApi> {
  const service = new PublicViewService(deps)
  const store = new FileStore(deps.config)
  const thumbnails = new Thumbnails(deps)
  const webPictures = new WebPictures(deps)
  return {
    publicGet: async ({ params, query }, context) =>
      cacheable(context, await service.get(visitOf(params, context, query.language))),
    publicQuery: async ({ params, body }, context) =>
      cacheable(context, await service.query(visitOf(params, context, body.language), body)),
    publicCalendar: async ({ params, body }, context) =>
      cacheable(context, await service.calendar(visitOf(params, context, body.language), body)),
    publicMap: async ({ params, body }, context) =>
      cacheable(context, await service.map(visitOf(params, context, body.language), body)),
    publicTimeline: async ({ params, body }, context) =>
      cacheable(context, await service.timeline(visitOf(params, context, body.language), body)),
    publicRecord: async ({ params, query }, context) =>
      cacheable(context, await service.record(visitOf(params, context, query.language), params.record)),
    async publicFile({ params, query }, context) {
      const { publicView } = await service.open(visitOf(params, context))
      const file = await publicFileOf(deps.pool, publicView, params.fileId)
      await sendFile(context.request, context.reply, store, params.teamId, file, query.download === '1')
      return undefined
    },
    async publicThumbnail({ params, query }, context) {
      const { publicView } = await service.open(visitOf(params, context))
      const file = await publicFileOf(deps.pool, publicView, params.fileId)
      await sendThumbnail(context.request, context.reply, thumbnails, params.teamId, file, query.size)
      return undefined
    },
    async publicWebPicture({ params, query }, context) {
      const { publicView } = await service.open(visitOf(params, context))
      const address = await publicAddressOf(deps.pool, publicView, params.dataRecordId, params.dataFieldId)
      const picture = await webPictures.open(params.teamId, address, query.size)
      await sendWebPicture(context.request, context.reply, picture)
      return undefined
    },
    async publicCsv({ params, query }, context) {
      const { publicView, language } = await service.open(visitOf(params, context, query.language))
      await asFile(context.reply, 'csv', `view-${publicView.view.id}.csv`).send(
        csvStream(deps.pool, deps.config.publicUrl, publicView, language),
      )
      return undefined
    },
    async publicJson({ params, query }, context) {
      const { publicView, language } = await service.open(visitOf(params, context, query.language))
      await asFile(context.reply, 'json').send(jsonStream(deps.pool, publicView, language))
      return undefined
    },
    async publicIcs({ params, query }, context) {
      const { publicView, language } = await service.open(visitOf(params, context, query.language))
      const { model, view } = publicView
      const { isYearly } = displayOptionsSchema.parse(view.displayOptions)
      const statement = publicCalendarSql(publicView, { filters: {} }, fileDays(isYearly), 'any')
      const { events } = JSON.parse(await oneText(deps.pool, statement)) as CalendarResult
      const collection = publicView.scope.access.collection
      const urls = await ownUrls(
        deps.pool,
        publicView,
        events.map(({ id }) => id),
      )
      const text = calendarFile({
        teamId: model.teamId,
        viewId: view.id,
        title: collection.pluralNameTranslations[language] || collection.pluralName || collection.name,
        timeZone: model.timeZone,
        isYearly,
        events,
        urlOf: (id) => urls[id] ?? viewUrlOf(publicView, id) ?? undefined,
      })
      await asFile(context.reply, 'ics', `view-${view.id}.ics`).send(text)
      return undefined
    },
  }
}

function visitOf(
  { teamId, publicKey }: { teamId: number; publicKey: string },
  { language: browserLanguage }: PublicContext,
  requested?: Language,
): Visit {
  return { teamId, publicKey, languages: [requested, browserLanguage] }
}

const cacheable = ({ request, reply }: PublicContext, text: string) => sendCacheable(request, reply, text)

function asFile(reply: FastifyReply, kind: keyof typeof contentTypes, name?: string): FastifyReply {
  if (name) reply.header('content-disposition', disposition('attachment', name))
  return reply.header('content-type', contentTypes[kind]).header('cache-control', 'public, max-age=60')
}

/** What it takes to show values in public: the view's team and language, without links into the app. */

import { versionOf } from '@muster/contract/files/pictures'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, urlOf } from '../../../lib/api.ts'
import { formatter } from '../../../lib/format.ts'
import { type FieldContext, fieldContextOf, type TeamFacts } from '../../fields/public.ts'
import type { OpenView } from './public-source.ts'

/** Country and currency matter only for input, and there is none here. */
export function publicFacts(teamId: number, view: OpenView): TeamFacts {
  return { teamId, country: 'US', currency: 'USD', dataLanguages: [view.language] }
}

export function usePublicContext(teamId: number, view: OpenView): FieldContext {
  const { t } = useTranslation(['fields', 'dataTypes', 'common', 'errors'])
  return useMemo(
    () =>
      fieldContextOf({
        ...publicFacts(teamId, view),
        format: formatter(view.language, view.timezone),
        t,
        collections: [],
        pictureUrl: (dataRecordId, dataFieldId, address) =>
          urlOf(api.views.publicWebPicture, {
            params: { teamId, publicKey: view.publicKey, dataRecordId, dataFieldId },
            query: { version: versionOf(address) },
          }),
      }),
    [teamId, view, t],
  )
}

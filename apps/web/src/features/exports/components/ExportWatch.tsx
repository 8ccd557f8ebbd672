/** Shows a toast when an export ends while its dialog is closed, and offers its file. */
import { isUnderWay } from '@muster/contract/runs/runs.machine'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api, urlOf } from '../../../lib/api.ts'
import { toast } from '../../../ui/toasts.ts'
import { useExports } from '../use-exports.ts'

export function ExportWatch({
  teamId,
  dataCollectionId,
  onOpen,
}: {
  teamId: number
  dataCollectionId: number
  /** Opens the list of exports, which has the file. */
  onOpen: () => void
}) {
  const { t } = useTranslation('exports')
  const { data } = useExports(teamId, dataCollectionId)
  const running = useRef(new Set<number>())
  const latest = useRef({ t, onOpen })
  latest.current = { t, onOpen }
  useEffect(() => {
    for (const one of data?.items ?? []) {
      if (isUnderWay(one.status)) running.current.add(one.id)
      else if (running.current.delete(one.id)) {
        const { t, onOpen } = latest.current
        const name = one.fileName
        if (one.status === 'done') {
          toast.ready(t('toast.done', { name }), {
            label: t('list.download'),
            run: () =>
              window.location.assign(urlOf(api.exports.download, { params: { teamId, exportId: one.id } })),
          })
        } else if (one.status === 'failed')
          toast.error(t('toast.failed', { name }), { label: t('toast.show'), run: onOpen })
      }
    }
  }, [data, teamId])
  return null
}

/** Where a merged record lives on: who opens its old address is led there. */
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../lib/api.ts'
import { toast } from '../../ui/toasts.ts'

/**
 * @param isGone the record is in the trash, or not there at all: only then is it asked for
 * @returns whether that is not known yet, or the reader is on his way
 */
export function useSurvivor(teamId: number, dataRecordId: number, isGone: boolean): boolean {
  const { i18n } = useTranslation()
  const navigate = useNavigate()
  const { data, isPending } = useApi(
    api.duplicates.survivor,
    { params: { teamId, dataRecordId } },
    { enabled: isGone, staleTime: 0, gcTime: 0 },
  )
  const survivor = (isGone && data?.dataRecordId) || null
  useEffect(() => {
    if (survivor === null) return
    void i18n.loadNamespaces('duplicates').then(() => toast.info(i18n.t('duplicates:wasMerged')))
    void navigate({ to: `/team-${teamId}/data-records/${survivor}` as '/', replace: true })
  }, [survivor, teamId, navigate, i18n])
  return isGone && (isPending || survivor !== null)
}

/** Says at once when a mailed link was used or has expired, before anything is typed. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/errors.ts'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import { Failure } from './Failure.tsx'

/** For the query that asks about a link. It asks once: what was typed since stays, whatever happens to the link. */
export const askOnce = { retry: false, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } as const

export function LinkGate({
  token,
  link,
  children,
}: {
  token: string
  link: Pick<UseQueryResult<unknown>, 'isSuccess' | 'error'>
  children: ReactNode
}) {
  const { t } = useTranslation('auth')
  const errorText = useErrorText()
  if (token === '') return <Failure text={t('verify.missing')} />
  if (link.isSuccess) return children
  return link.error ? <Failure text={errorText(link.error)} /> : <FormSkeleton rowCount={2} />
}

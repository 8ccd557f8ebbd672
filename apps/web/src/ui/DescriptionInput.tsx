/** A description in several lines of plain text. */
import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

export function DescriptionInput({
  value,
  error,
  help,
  maxLength = 2000,
  onChange,
}: {
  value: string
  error: ReactNode
  help?: string
  maxLength?: number
  onChange(value: string): void
}) {
  const { t } = useTranslation('common')
  return (
    <Textarea
      label={t('description')}
      description={help}
      value={value}
      error={error}
      autosize
      minRows={2}
      maxLength={maxLength}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
